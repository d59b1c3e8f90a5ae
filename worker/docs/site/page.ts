import type { Html } from './html.ts'

export type Block = { html: Html; markdown: string }

export type Page = {
  /** Without a trailing slash, except for the index of a folder. */
  path: `/docs/${string}`
  /** Up to 60 characters with the product's name. */
  title: string
  heading?: string
  navTitle?: string
  description: string
  body: readonly (string | Block)[]
  keywords?: string
  isUnlisted?: true
  structuredData?: Readonly<Record<string, unknown>>
}

type Group = { title: string; pages: readonly Page[] }

export type Series = { index: Page; pages: readonly Page[] }

export type Site = { groups: readonly Group[]; series: readonly Series[] }

export const headingOfPage = ({ heading, title }: Page): string => heading ?? title

export const navTitleOf = ({ navTitle, title }: Page): string => navTitle ?? title

export type SiteSettings = { supportEmail: string; activityDays: number; auditDays: number; region: string }
