import type { ComponentType, ReactNode } from 'react'
import { type Overlays, openedOverlays } from './load-overlays.ts'
import { Opener, type Trigger } from './opener.tsx'

type DropdownMenuProps = { trigger: Trigger; className?: string; children: ReactNode }

export const DropdownMenu = ({ trigger, ...menu }: DropdownMenuProps) => (
  <Opener trigger={trigger} kind="menu">
    {({ Menu }, { isByKey }) => <Menu trigger={trigger} isByKey={isByKey} {...menu} />}
  </Opener>
)

function openedPart<Props extends object>(of: (overlays: Overlays) => ComponentType<Props>) {
  return (props: Props) => {
    const Part = of(openedOverlays())
    return <Part {...props} />
  }
}

export const MenuItem = openedPart(({ MenuItem }) => MenuItem)
export const MenuLabel = openedPart(({ MenuLabel }) => MenuLabel)
export const MenuSeparator = openedPart(({ MenuSeparator }) => MenuSeparator)
export const MenuRadioGroup = openedPart(({ MenuRadioGroup }) => MenuRadioGroup)
export const MenuRadioItem = openedPart(({ MenuRadioItem }) => MenuRadioItem)
