import {
  convertIPv4BinaryToString,
  convertIPv4ToBinary,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr'

/** `start` is an IPv6 number; IPv4 is `::ffff:0:0/96`. */
type Network = { start: bigint; prefix: number }

const IPV4 = 0xffff_0000_0000n
const IPV4_PREFIX = 96
const BITS = 128

/** An address such as `203.0.113.7`, or a network such as `2001:db8::/32`. Undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', length] = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? []
  const start = parseAddress(address)
  const offset = address.includes(':') ? 0 : IPV4_PREFIX
  const prefix = length === undefined ? BITS : offset + Number(length)
  if (start === undefined || prefix > BITS) return undefined
  const hostBits = BigInt(BITS - prefix)
  return { start: (start >> hostBits) << hostBits, prefix }
}

function parseAddress(address: string): bigint | undefined {
  try {
    return address.includes(':') ? convertIPv6ToBinary(address) : IPV4 | convertIPv4ToBinary(address)
  } catch {
    return undefined
  }
}

/** An IPv4-mapped IPv6 network is an IPv4 network. */
export const toCidr = ({ start, prefix }: Network): string =>
  isIPv4Network({ start, prefix })
    ? `${convertIPv4BinaryToString(start & 0xffff_ffffn)}/${prefix - IPV4_PREFIX}`
    : `${convertIPv6BinaryToString(start)}/${prefix}`

const isIPv4Network = ({ start, prefix }: Network) => prefix >= IPV4_PREFIX && isIPv4MappedIPv6(start)

function contains(network: Network, other: Network): boolean {
  if (other.prefix < network.prefix || isIPv4Network(network) !== isIPv4Network(other)) return false
  const hostBits = BigInt(BITS - network.prefix)
  return other.start >> hostBits === network.start >> hostBits
}

export const mergeNetworks = (networks: readonly Network[]): Network[] =>
  networks.filter(
    (network, index) =>
      !networks.some(
        (other, place) =>
          place !== index && contains(other, network) && (other.prefix < network.prefix || place < index),
      ),
  )

/** False for an address that can't be read. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const own = parseNetwork(address)
  return (
    own !== undefined &&
    networks.flatMap((text) => parseNetwork(text) ?? []).some((network) => contains(network, own))
  )
}
