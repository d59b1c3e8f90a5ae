/** Regions of Upstash, and the Azure region in the same area. https://upstash.com/docs/redis/features/globaldatabase */
const COLUMNS = [
  'us-east-1', // East US
  'us-west-1', // West US
  'us-west-2', // West US 2
  'sa-east-1', // Brazil South
  'eu-west-1', // North Europe
  'eu-west-2', // UK South
  'eu-central-1', // Germany West Central
  'ap-south-1', // Central India
  'ap-southeast-1', // Southeast Asia
  'ap-northeast-1', // Japan East
  'ap-southeast-2', // Australia East
] as const

type Region = (typeof COLUMNS)[number]

/** A round trip within a metropolitan area, which the table does not have. An assumption. */
export const SAME_CITY = 3

/**
 * Round trips in milliseconds from a city to each region: the 95th percentile of July 2026 between the Azure regions in
 * the same areas, https://learn.microsoft.com/azure/networking/azure-network-latency. Each city has a Cloudflare location
 * (https://www.cloudflare.com/network), so the Worker runs in the caller's city.
 */
const ROUND_TRIPS: Readonly<Record<string, readonly number[]>> = {
  'San José': [72, SAME_CITY, 26, 171, 138, 144, 158, 224, 172, 110, 142], // West US
  Washington: [SAME_CITY, 74, 75, 119, 74, 80, 97, 214, 229, 165, 207], // East US
  'São Paulo': [121, 170, 179, SAME_CITY, 176, 184, 201, 320, 337, 265, 298], // Brazil South
  London: [80, 144, 145, 183, 14, SAME_CITY, 20, 151, 183, 235, 277], // UK South
  Warsaw: [112, 168, 171, 212, 39, 34, 26, 169, 201, 258, 300], // Poland Central
  Johannesburg: [225, 278, 285, 326, 178, 169, 174, 134, 211, 255, 348], // South Africa North
  Dubai: [191, 257, 256, 288, 130, 122, 122, 34, 87, 155, 182], // UAE North
  Singapore: [229, 171, 165, 337, 236, 183, 179, 58, SAME_CITY, 74, 98], // Southeast Asia
  Tokyo: [165, 109, 103, 275, 232, 237, 250, 129, 74, SAME_CITY, 105], // Japan East
  Sydney: [206, 141, 180, 298, 272, 277, 291, 151, 98, 105, SAME_CITY], // Australia East
}

export interface City {
  readonly name: string
  /** Round trip to a region, in milliseconds. */
  to(region: Region): number
}

export const CITIES: readonly City[] = Object.entries(ROUND_TRIPS).map(([name, row]) => ({
  name,
  to: (region) => row[COLUMNS.indexOf(region)] ?? Number.NaN,
}))

export const PRIMARY: Region = 'eu-central-1'
export const DATABASE: Region = 'eu-central-1'
const READ_REGIONS: readonly Region[] = [
  'us-east-1',
  'us-west-1',
  'sa-east-1',
  'eu-west-2',
  'ap-south-1',
  'ap-southeast-1',
  'ap-northeast-1',
  'ap-southeast-2',
]

/** How long a write takes to reach a replica. Upstash publishes no figure; this is above every round trip here. */
export const REPLICATION_LAG = 400

export const nearestReplica = (city: City): number =>
  Math.min(...[PRIMARY, ...READ_REGIONS].map((region) => city.to(region)))
