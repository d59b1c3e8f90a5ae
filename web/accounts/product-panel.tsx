import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, CheckBadge } from '#web/ui/badge.tsx'

const points = [
  {
    title: "Checked by each country's own rules",
    text: 'We check the length, structure and check digit of every type of tax ID.',
  },
  {
    title: 'A result that says how reliable it is',
    text: 'Confirmed by a register, valid in format only, or unconfirmed while a register is down.',
  },
  {
    title: 'One API call from your systems',
    text: 'Get the same result as JSON that you see in the dashboard.',
  },
] as const

export function ProductPanel() {
  return (
    <section
      aria-label="About Tinproof"
      className="hidden flex-col justify-center border-r bg-sunken px-10 py-8 lg:flex xl:px-16"
    >
      <div className="mx-auto w-full max-w-lg">
        <h2 className="text-balance font-semibold text-3xl tracking-tight">
          Check a tax ID before you rely on it.
        </h2>
        <ExampleAnswer />
        <ul className="mt-7 space-y-3">
          {points.map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent-text" />
              <div>
                <p className="font-medium">{title}</p>
                <p className="text-pretty text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function ExampleAnswer() {
  return (
    <figure className="mt-7">
      <div className="rounded-xl border bg-surface shadow-md">
        <div className="flex items-center gap-2 overflow-hidden border-b px-5 py-3 font-mono text-muted text-sm">
          <span className="font-semibold text-accent-text">POST</span>
          <span className="truncate">/api/tinproof/validate</span>
          <span className="ml-auto text-valid">200</span>
        </div>
        <div className="flex items-start gap-3 px-5 pt-4">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-valid-soft text-valid">
            <CircleCheck aria-hidden className="size-5.5" />
          </span>
          <div className="min-w-0">
            <p className="font-semibold text-lg tracking-tight">Valid German VAT number</p>
            <p className="font-mono text-muted">DE136695976</p>
          </div>
        </div>
        <dl className="mt-3 divide-y divide-line px-5 pb-2">
          <ExampleRow term="Format" detail="9 digits, check digit correct">
            <CheckBadge state="valid" />
          </ExampleRow>
          <ExampleRow term="Register" detail="VIES, registered for VAT">
            <CheckBadge state="valid" />
          </ExampleRow>
          <ExampleRow term="Result" detail="Name matches">
            <Badge tone="valid" icon={<CircleCheck aria-hidden />}>
              Confirmed
            </Badge>
          </ExampleRow>
        </dl>
      </div>
      <figcaption className="mt-2.5 text-faint text-sm">Example response</figcaption>
    </figure>
  )
}

function ExampleRow({ term, detail, children }: { term: string; detail: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 py-2.5">
      <dt className="w-20 font-medium text-sm">{term}</dt>
      <dd className="flex flex-1 items-center justify-between gap-3 text-muted text-sm">
        {detail}
        {children}
      </dd>
    </div>
  )
}
