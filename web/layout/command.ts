import type { OpenRequest } from '#web/lib/open-request.ts'
import type { Theme } from '#web/lib/theme.ts'
import type { ComboboxOption } from '#web/ui/filter-options.ts'

type CommandAction =
  | { kind: 'open'; path: string; request?: OpenRequest }
  | { kind: 'number'; tin: string }
  | { kind: 'link'; href: string }
  | { kind: 'switch'; organizationId: string }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'shortcuts' }
  | { kind: 'sign-out' }

export type Command = ComboboxOption & { action: CommandAction }
