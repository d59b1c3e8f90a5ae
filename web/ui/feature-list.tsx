import { Check, Lock } from 'lucide-react'
import { cx } from './cx.ts'

type FeatureListProps = {
  features: readonly { text: string; isPremium?: true }[]
  className?: string
}

export function FeatureList({ features, className }: FeatureListProps) {
  return (
    <ul className={cx('space-y-2', className)}>
      {features.map(({ text, isPremium }) => (
        <li key={text} className={cx('flex items-start gap-2.5', isPremium && 'text-muted')}>
          {isPremium ? (
            <Lock className="mt-[3px] size-4 shrink-0 text-faint" />
          ) : (
            <Check className="mt-[3px] size-4 shrink-0 text-valid" />
          )}
          <span>
            {text}
            {isPremium ? <span className="text-faint text-sm"> · Premium feature</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
