import * as z from 'zod'

const schema = z.object({ country: z.string().regex(/^[A-Z]{2}$/), city: z.string().optional() })

/** Where Cloudflare locates the caller's address: "near Vienna, Austria", or only the country. */
export function clientPlace(request: Request): string | undefined {
  const { data } = schema.safeParse('cf' in request ? request.cf : undefined)
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const country = data && names.of(data.country)
  return country && data.city ? `near ${data.city}, ${country}` : country
}
