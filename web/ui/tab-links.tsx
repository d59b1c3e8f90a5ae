import { NavLink } from 'react-router'

type TabLinksProps = { label: string; links: readonly { to: string; name: string }[] }

/** Tabs that are screens of their own. On phones they may need two rows, so the current one has a background. */
export function TabLinks({ label, links }: TabLinksProps) {
  return (
    <nav aria-label={label} className="mb-5 border-b max-sm:pb-2 print:hidden">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {links.map(({ to, name }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className="flex h-9 items-center px-3 font-medium text-muted text-sm transition-colors hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink max-sm:rounded-md max-sm:aria-[current=page]:bg-accent-soft max-sm:aria-[current=page]:text-accent-text sm:border-transparent sm:border-b-2 pointer-coarse:h-11 forced-colors:border-none"
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
