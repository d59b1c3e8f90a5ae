import { scroller } from '#web/ui/code-block.tsx'
import { jsonPieces } from '#worker/docs/contract/json.ts'

const colors = { attr: 'text-accent-text', string: 'text-valid', literal: 'text-unsure' } as const

export function ResultJson({ value }: { value: unknown }) {
  const pieces = jsonPieces(JSON.stringify(value, null, 2))
  return (
    <section
      aria-label="Result as JSON"
      className="max-h-112 overflow-auto overscroll-contain rounded-md border bg-sunken print:max-h-none print:overflow-visible"
      {...scroller}
    >
      <pre className="w-max min-w-full p-4 font-mono text-xs leading-relaxed print:w-auto print:whitespace-pre-wrap print:break-all">
        {pieces.map(({ at, text, kind }) => (
          <span key={at} className={kind && colors[kind]}>
            {text}
          </span>
        ))}
      </pre>
    </section>
  )
}
