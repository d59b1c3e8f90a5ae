import type { Tier } from '#worker/organizations/contract.ts'

export type PlanFeature = {
  text: string
  isPremium?: true
}

export type Plan = {
  tier: Tier
  name: string
  price: number
  summary: string
  isMostPopular?: true
  features: readonly PlanFeature[]
}

export const COUNTRIES = 190
export const REGISTERS = 37

export const plans: readonly Plan[] = [
  {
    tier: 'FREE',
    name: 'Free',
    price: 0,
    summary: 'For trying it out and occasional checks.',
    features: [
      { text: '100 validations per month' },
      { text: `${COUNTRIES} countries and territories` },
      { text: `${REGISTERS} official registers` },
      { text: 'Priority support', isPremium: true },
    ],
  },
  {
    tier: 'PRO',
    name: 'Pro',
    price: 49,
    summary: 'For teams that check tax IDs every day.',
    features: [
      { text: '1,000 validations per month' },
      { text: 'Everything in Free' },
      { text: '500 monitored tax IDs' },
      { text: 'Records kept up to 5 years' },
      { text: 'Priority support' },
    ],
  },
  {
    tier: 'ENTERPRISE',
    name: 'Enterprise',
    price: 149,
    summary: 'For platforms that check tax IDs for their customers.',
    isMostPopular: true,
    features: [
      { text: '10,000 validations per month' },
      { text: 'Everything in Pro' },
      { text: '10,000 monitored tax IDs' },
      { text: 'Custom integrations' },
      { text: 'A dedicated account manager' },
    ],
  },
]

/** The first feature is the quota, which can differ by contract. */
export function featuresBesidesQuota(tier: Tier): readonly PlanFeature[] {
  return plans.find((plan) => plan.tier === tier)?.features.slice(1) ?? []
}
