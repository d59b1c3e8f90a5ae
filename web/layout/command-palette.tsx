import { Command as Palette } from 'cmdk'
import {
  BookOpen,
  Building2,
  CornerDownLeft,
  ExternalLink,
  Globe,
  type LucideIcon,
  Search,
  SquareArrowRight,
  SunMoon,
  Zap,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import useSWR from 'swr'
import { batchesQuery } from '#web/batches/index.ts'
import { detectCountry } from '#web/dashboard/index.ts'
import { triedNumber } from '#web/lib/kept-text.ts'
import { useOpenOn } from '#web/lib/open-request.ts'
import { otherCountryNames } from '#web/lib/other-country-names.ts'
import { selectOrganization } from '#web/lib/selection.ts'
import {
  useCountryTable,
  useOfOrganization,
  useOrganizations,
  useSelected,
  useSettings,
  useTokens,
  useUser,
} from '#web/lib/swr.ts'
import { chooseTheme, useTheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { useGivenAnswers } from '#web/results/index.ts'
import { Keys } from '#web/ui/keys.tsx'
import { overlayClass, useCloseOnBack } from '#web/ui/overlays/dialog.tsx'
import { plainOptionClass } from '#web/ui/overlays/option-class.ts'
import { returnFocus } from '#web/ui/return-focus.ts'
import type { FoundPage } from '#worker/docs/contract/search.ts'
import { findCommands } from './commands.ts'
import type { Command, OwnItems } from './own-items.ts'
import { isPaletteKey } from './shortcuts.ts'

type CommandPaletteProps = {
  onClose: () => void
  onShortcuts: () => void
  onSignOut: () => void
}

export function CommandPalette({ onClose, onShortcuts, onSignOut }: CommandPaletteProps) {
  const navigate = useNavigate()
  const openOn = useOpenOn()
  const { data: settings } = useSettings()
  const { data: user } = useUser()
  const { data: organizations } = useOrganizations()
  const current = useSelected()
  const { data: table } = useCountryTable()
  const theme = useTheme()
  const [query, setQuery] = useState('')
  const docs = useDocsSearch(query)
  const own = useOwnItems(query)
  useCloseOnBack(onClose)
  const groups = findCommands(
    {
      organizations: organizations ?? [],
      current,
      isAdministrator: Boolean(user?.role),
      docsUrl: settings?.docsUrl,
      countries:
        table?.countries.map(({ code, name }) => ({ code, name, keywords: otherCountryNames(code) })) ?? [],
      docs,
      own,
      theme,
    },
    query,
  )
  const found = groups.reduce((sum, { commands }) => sum + commands.length, 0)

  const run = ({ action }: Command) => {
    onClose()
    switch (action.kind) {
      case 'open':
        if (action.request) openOn(action.path, action.request)
        else void navigate(action.path)
        return
      case 'number':
        triedNumber.keep(action.tin)
        openOn(paths.dashboard, { open: 'validate' })
        return
      case 'link':
        return void window.open(action.href, '_blank', 'noopener')
      case 'switch':
        return selectOrganization(action.organizationId)
      case 'theme':
        return chooseTheme(action.theme)
      case 'shortcuts':
        return onShortcuts()
      case 'sign-out':
        return onSignOut()
    }
  }

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onKeyDown={(event) => {
            if (!isPaletteKey(event)) return
            event.preventDefault()
            onClose()
          }}
          className="fixed top-4 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border bg-raised shadow-lg data-[state=open]:animate-fade sm:top-[12vh] sm:max-h-[min(28rem,76vh)]"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Palette label="Search" shouldFilter={false} loop className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2.5 border-b px-4">
              <Search className="size-4 shrink-0 text-faint" />
              <Palette.Input
                value={query}
                onValueChange={setQuery}
                placeholder="Search, or paste a tax ID"
                enterKeyHint="go"
                className="h-12 w-full min-w-0 bg-transparent text-base outline-none pointer-coarse:text-lg"
              />
              <Keys keys={['Esc']} />
            </div>
            <Palette.List
              label="Results"
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
            >
              {groups.map(({ title, commands }) => (
                <Palette.Group key={title} heading={title}>
                  {commands.map((command) => (
                    <Result key={command.value} command={command} onRun={() => run(command)} />
                  ))}
                </Palette.Group>
              ))}
            </Palette.List>
          </Palette>
          <p role="status" className={found === 0 ? 'px-4 pt-2 pb-5 text-muted' : 'sr-only'}>
            {found === 0
              ? 'Nothing matches. Try a screen, an action or a country.'
              : query === ''
                ? ''
                : `${found} found`}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const icons: Readonly<Record<Exclude<Command['action']['kind'], 'open'>, LucideIcon>> = {
  number: Globe,
  link: BookOpen,
  switch: Building2,
  theme: SunMoon,
  shortcuts: Zap,
  'sign-out': Zap,
}

function iconOf({ action }: Command): LucideIcon {
  if (action.kind !== 'open') return icons[action.kind]
  if (!action.request) return SquareArrowRight
  return action.request.open === 'validate' ? Globe : Zap
}

function Result({ command, onRun }: { command: Command; onRun: () => void }) {
  const Icon = iconOf(command)
  const isLink = command.action.kind === 'link'
  return (
    <Palette.Item
      value={command.value}
      onSelect={onRun}
      className={`${plainOptionClass} group data-[selected=true]:bg-hover`}
    >
      <Icon className="size-4 shrink-0 text-faint" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {command.label}
      </span>
      {isLink ? <span className="sr-only">(opens in a new tab)</span> : null}
      {isLink ? <ExternalLink className="size-3.5 shrink-0 text-faint" /> : null}
      <CornerDownLeft className="size-3.5 shrink-0 text-faint opacity-0 group-data-[selected=true]:opacity-100" />
    </Palette.Item>
  )
}

const load = () => import('#web/lib/docs-search.ts').then((module) => module.loadDocsSearch())

/** The search of the docs, loaded with the first query. Until then, and if it can't be, no page is found. */
function useDocsSearch(query: string): readonly FoundPage[] {
  const { data: search } = useSWR(query.trim() === '' ? null : 'docs-search', load)
  return search?.(query) ?? []
}

const MIN_DIGITS = 4
/** A text with fewer digits is offered as a number only if it fits a country. */
const SURE_DIGITS = 7

/** What of the organization a query may find. Nothing is read before the first query. */
function useOwnItems(query: string): OwnItems {
  const text = query.trim()
  const { tokens } = useTokens()
  const { data: list } = useOfOrganization((id) => (text === '' ? null : batchesQuery(id)))
  const answers = useGivenAnswers()
  const digits = text.replaceAll(/\D/g, '').length
  const mayBeNumber = digits >= MIN_DIGITS && /^[A-Za-z0-9 .,/+&*-]{5,40}$/.test(text)
  const { data: fits } = useSWR(
    mayBeNumber && digits < SURE_DIGITS ? `country of ${text}` : null,
    async () => {
      const { codes } = await detectCountry(text)
      return codes.length > 0
    },
  )
  const number = mayBeNumber && (digits >= SURE_DIGITS || fits) ? text : undefined
  return { number, tokens, batches: list?.batches ?? [], answers }
}
