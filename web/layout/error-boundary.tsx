import { RotateCw, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { NotLoaded } from '#web/lib/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'

type Props = { children: ReactNode }
type State = { error: Error | undefined }

/** Give it the path as key, so that another screen starts without the error. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded) error.forget()
  }

  override render() {
    const { error } = this.state
    return error ? <CrashScreen error={error} /> : this.props.children
  }
}

function CrashScreen({ error }: { error: Error }) {
  const isOutdated = error instanceof NotLoaded
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-96 max-w-md place-content-center justify-items-center p-6"
    >
      <span className="mb-4 grid size-11 place-items-center rounded-lg border border-invalid-line bg-invalid-soft text-invalid">
        <TriangleAlert className="size-5" />
      </span>
      <h2 className="text-center font-semibold text-xl tracking-tight">
        {isOutdated ? "This screen didn't load" : 'This screen stopped working'}
      </h2>
      <p className="mt-2 text-pretty text-center text-muted">
        {isOutdated
          ? 'Check your connection, then reload the page. Tinproof may also have been updated since you opened it.'
          : 'Your data is safe. Reload the page. If the error comes back, send support the message below.'}
      </p>
      {isOutdated ? null : (
        <pre className="mt-4 max-w-full whitespace-pre-wrap wrap-anywhere rounded-md border bg-sunken px-3 py-2 font-mono text-muted text-xs">
          {error.message}
        </pre>
      )}
      <Button className="mt-5" icon={<RotateCw />} onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}
