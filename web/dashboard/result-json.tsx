import { scroller } from '#web/ui/code-block.tsx'

/** The answer as the API gave it. */
export function ResultJson({ value }: { value: unknown }) {
  return (
    <section
      aria-label="Result as JSON"
      className="max-h-112 overflow-auto overscroll-contain rounded-md border bg-sunken"
      {...scroller}
    >
      <pre className="w-max min-w-full p-4 font-mono text-xs leading-relaxed">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  )
}
