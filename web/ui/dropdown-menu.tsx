import type { ComponentProps, ReactNode } from 'react'
import { type Overlays, openedOverlays } from './load-overlays.ts'
import { Opener, type Trigger } from './opener.tsx'

type DropdownMenuProps = { trigger: Trigger; className?: string; children: ReactNode }

export const DropdownMenu = ({ trigger, ...menu }: DropdownMenuProps) => (
  <Opener trigger={trigger} kind="menu">
    {({ Menu }, { isByKey }) => <Menu trigger={trigger} isByKey={isByKey} {...menu} />}
  </Opener>
)

type Props<Name extends keyof Overlays> = ComponentProps<Overlays[Name]>

export function MenuItem(props: Props<'MenuItem'>) {
  const overlays = openedOverlays()
  return <overlays.MenuItem {...props} />
}

export function MenuLabel(props: Props<'MenuLabel'>) {
  const overlays = openedOverlays()
  return <overlays.MenuLabel {...props} />
}

export function MenuSeparator() {
  const overlays = openedOverlays()
  return <overlays.MenuSeparator />
}

export function MenuRadioGroup(props: Props<'MenuRadioGroup'>) {
  const overlays = openedOverlays()
  return <overlays.MenuRadioGroup {...props} />
}

export function MenuRadioItem(props: Props<'MenuRadioItem'>) {
  const overlays = openedOverlays()
  return <overlays.MenuRadioItem {...props} />
}
