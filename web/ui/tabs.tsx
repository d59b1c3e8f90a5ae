import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  aside?: ReactNode
  layout?: 'start' | 'fill'
  className?: string
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  aside,
  layout = 'start',
  className,
}: TabsProps<Value>) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const active = tabs.findIndex((tab) => tab.value === value)

  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const targets: Record<string, number> = {
      ArrowRight: active === last ? 0 : active + 1,
      ArrowLeft: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
    }
    const tab = tabs[targets[event.key] ?? -1]
    if (!tab) return
    event.preventDefault()
    onValueChange(tab.value)
    listRef.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus()
  }

  return (
    <div className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 print:hidden">
        <div
          ref={listRef}
          role="tablist"
          aria-label={label}
          className={cx('flex flex-wrap gap-1 rounded-md bg-idle-soft p-1', layout === 'fill' && 'w-full')}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              data-value={tab.value}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel-${tab.value}` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={onKeyDown}
              className={cx(
                'h-7 whitespace-nowrap rounded-sm px-3 font-medium text-muted text-sm transition-colors hover:text-ink pointer-coarse:h-11',
                'aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-xs',
                layout === 'fill' && 'flex-1',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      {tabs
        .filter((tab) => tab.value === value)
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-panel-${tab.value}`}
            aria-labelledby={`${id}-tab-${tab.value}`}
            className={layout === 'fill' ? 'pt-7' : 'pt-4'}
          >
            {tab.content}
          </div>
        ))}
    </div>
  )
}
