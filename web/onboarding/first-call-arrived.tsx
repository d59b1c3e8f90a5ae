import { PartyPopper } from 'lucide-react'
import { Link } from 'react-router'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { Onboarding } from '#worker/onboarding/contract.ts'

type FirstCallArrivedProps = { call: NonNullable<Onboarding['call']> }

export function FirstCallArrived({ call }: FirstCallArrivedProps) {
  return (
    <div className="relative px-5 pb-5">
      <Confetti />
      <Banner
        tone="success"
        role="status"
        title="Your first API call arrived"
        action={<PartyPopper aria-hidden className="size-6 animate-celebrate max-sm:hidden" />}
      >
        "{call.tokenName}" called the API <Time value={call.at} style="relative" />.{' '}
        <Link
          to={paths.activity}
          className="touch-target whitespace-nowrap font-medium underline underline-offset-2"
        >
          See it in Activity
        </Link>
      </Banner>
    </div>
  )
}

const colors = ['bg-accent', 'bg-valid-fill', 'bg-unsure-fill']
const pieces = Array.from({ length: 18 }, (_, index) => ({
  index,
  color: colors[index % colors.length],
  // Spread over the width, each with a height and a turn of its own.
  style: {
    left: `${4 + index * 5.4}%`,
    '--rise': `${-28 - ((index * 37) % 44)}px`,
    '--turn': `${((index * 73) % 360) - 180}deg`,
    animationDelay: `${(index * 29) % 140}ms`,
  },
}))

/** Plays once. Nothing moves where the system asks for less motion. */
const Confetti = () => (
  <span aria-hidden className="pointer-events-none absolute inset-x-5 top-4 motion-reduce:hidden">
    {pieces.map(({ index, color, style }) => (
      <span
        key={index}
        className={`absolute h-2.5 w-1.5 animate-confetti rounded-xs opacity-0 ${color}`}
        style={style}
      />
    ))}
  </span>
)
