import { FileSearch } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The company's real number, so that the register names it. */
const examples = [
  { label: 'Valid number', country: 'IE', tin: 'IE6388047V', name: '' },
  { label: 'Typo', country: 'DE', tin: 'DE136695967', name: '' },
  { label: 'Different name', country: 'IE', tin: 'IE6388047V', name: 'Northwind Traders' },
] as const

export type Example = (typeof examples)[number]

type ExamplesProps = {
  onTry: (example: Example) => void
  /** For an organization without API tokens. */
  onCreateToken: (() => void) | undefined
}

export function Examples({ onTry, onCreateToken }: ExamplesProps) {
  return (
    <EmptyState
      icon={<FileSearch />}
      title="Results appear here"
      description="You'll see whether the number is valid, why, and every check we ran. Try an example, for one validation each:"
      className="py-10"
      action={
        <>
          <ul className="flex flex-wrap justify-center gap-2">
            {examples.map((example) => (
              <li key={example.label}>
                <button
                  type="button"
                  onClick={() => onTry(example)}
                  className="rounded-md border border-line-strong bg-surface px-3 py-2 text-left shadow-xs hover:bg-hover"
                >
                  <span className="block font-medium text-sm">{example.label}</span>
                  <span className="block font-mono text-muted text-xs">{example.tin}</span>
                </button>
              </li>
            ))}
          </ul>
          {onCreateToken ? (
            <p className="mt-4 text-muted text-sm">
              To call the API from your own code,{' '}
              <Button variant="text" onClick={onCreateToken}>
                create an API token
              </Button>
              .
            </p>
          ) : null}
        </>
      }
    />
  )
}
