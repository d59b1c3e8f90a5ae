import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { COUNTRIES, plans, REGISTERS } from '#web/lib/plans.ts'
import { useRegisters } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { describeOutage } from './describe-outage.ts'
import { TryNumber } from './try-number.tsx'

const panelClass = 'bg-sunken max-lg:px-4 lg:col-span-2 lg:grid lg:grid-cols-subgrid lg:border-r'
const insideClass = 'max-lg:mx-auto max-lg:max-w-xl w-full lg:col-start-2 lg:px-6 xl:pr-16'

export function ProductPanel() {
  return (
    <section aria-label="About Tinproof" className={cx(panelClass, 'pt-8 pb-6 lg:pt-12')}>
      <div className={insideClass}>
        <h2 className="text-balance font-semibold text-3xl tracking-tight xl:text-4xl">
          Check a tax ID before you rely on it.
        </h2>
        <p className="mt-3 mb-5 text-pretty text-lg text-muted">
          Format, check digit, official register and company name, for {COUNTRIES} countries and territories.
        </p>
        <TryNumber />
        <p className="mt-4 flex gap-2.5">
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-accent-text" />
          <span className="text-pretty">
            If a register is down, the result is Unconfirmed, never Invalid. Signed records prove later what
            you checked.
          </span>
        </p>
        <LinkButton to={paths.signUpForm} size="lg" className="mt-5 w-full lg:hidden">
          Create a Free Account
        </LinkButton>
      </div>
    </section>
  )
}

export function ProductFacts() {
  return (
    <section aria-label="Plans and status" className={cx(panelClass, 'pt-6 pb-10 max-lg:border-t')}>
      <div className={insideClass}>
        <ul
          aria-label="Plans"
          className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] divide-x divide-line rounded-lg border bg-surface"
        >
          {plans.map(({ tier, name, price }) => (
            <li key={tier} className="px-3 py-3 sm:px-4">
              <p className="font-medium text-muted text-sm">{name}</p>
              <p className="tabular font-semibold text-xl tracking-tight">
                ${price}{' '}
                <span className="font-normal text-muted text-sm tracking-normal max-sm:block">a month</span>
              </p>
              <p className="text-muted text-sm">{monthlyLimits[tier].toLocaleString('en-US')} validations</p>
            </li>
          ))}
        </ul>
        <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
          <FactLink href={paths.products}>Compare plans</FactLink>
          <FactLink href="/docs/">Read the docs</FactLink>
          <FactLink href="/docs/countries/">All countries</FactLink>
        </ul>
        <RegisterLine />
      </div>
    </section>
  )
}

const factLinkClass =
  'touch-target inline-flex items-center gap-1 font-medium text-accent-text hover:underline'

function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} className={factLinkClass}>
        {children}
      </a>
    </li>
  )
}

/** The line has its height before the status is known. */
function RegisterLine() {
  const { data } = useRegisters()
  const outage = data && describeOutage(data.registers)
  return (
    <p className="mt-4 flex items-center gap-2 text-muted text-sm">
      <span
        aria-hidden
        className={cx(
          'size-2 shrink-0 rounded-full',
          !data ? 'bg-idle-fill' : outage ? 'bg-unsure-fill' : 'bg-valid-fill',
        )}
      />
      <span>
        <a href="/status" className="touch-target underline hover:text-ink">
          {REGISTERS} official registers
        </a>
        {data ? `: ${outage ?? 'no outage right now'}` : ''}
      </span>
    </p>
  )
}
