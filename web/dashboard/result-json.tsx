import { scroller } from '#web/ui/code-block.tsx'

/** The answer as the API gave it. */
export function ResultJson({ value }: { value: unknown }) {
  return (
    <section
      aria-label="Result as JSON"
      className="max-h-112 overflow-auto overscroll-contain rounded-md border bg-sunken print:max-h-none print:overflow-visible"
      {...scroller}
    >
      <pre className="w-max min-w-full p-4 font-mono text-xs leading-relaxed print:w-auto print:whitespace-pre-wrap print:break-all">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  )
}
