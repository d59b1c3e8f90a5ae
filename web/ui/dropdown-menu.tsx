import type { ComponentType, ReactNode } from 'react'
import { type Overlays, openedOverlays } from './load-overlays.ts'
import { Opener, type Trigger } from './opener.tsx'

type DropdownMenuProps = { trigger: Trigger; className?: string; children: ReactNode }

export const DropdownMenu = ({ trigger, ...menu }: DropdownMenuProps) => (
  <Opener trigger={trigger} kind="menu">
    {({ Menu }, { isByKey }) => <Menu trigger={trigger} isByKey={isByKey} {...menu} />}
  </Opener>
)

/** Of an open menu, so its code is loaded. */
function part<Props extends object>(of: (overlays: Overlays) => ComponentType<Props>) {
  return (props: Props) => {
    const Part = of(openedOverlays())
    return <Part {...props} />
  }
}

export const MenuItem = part(({ MenuItem }) => MenuItem)
export const MenuLabel = part(({ MenuLabel }) => MenuLabel)
export const MenuSeparator = part(({ MenuSeparator }) => MenuSeparator)
export const MenuRadioGroup = part(({ MenuRadioGroup }) => MenuRadioGroup)
export const MenuRadioItem = part(({ MenuRadioItem }) => MenuRadioItem)
