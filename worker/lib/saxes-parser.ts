/** Imported statically, because in esbuild's bundles, `import()` of a CommonJS package finds no names. */
export { SaxesParser } from 'saxes'
