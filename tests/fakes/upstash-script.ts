import type { RedisReply } from './redis.ts'
import { REDIS_COMMANDS } from './redis-commands.ts'

/** What a script did, and its reply. */
export interface ScriptResult {
  readonly calls: number
  readonly writes: number
  readonly writtenKeys: string[]
  readonly reply: RedisReply
}

/** The message of a live database. The rule: https://upstash.com/docs/redis/features/key-locking */
const DYNAMIC_KEY = "ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set"
const READ_ONLY = 'ERR Write commands are not allowed from read-only scripts.'
const NOT_READ_ONLY = 'ERR Can not execute a script with write flag using *_ro command.'

/** One line, so that Redis's messages have the script's own line numbers. */
const onOneLine = (lua: string) => lua.trim().replaceAll(/\s*\n\s*/g, ' ')

/** Checks and counts what a script calls. Lua 5.1 for redis-server, 5.3 for the Redis in memory. */
const checks = (commands: string, isLocked: boolean, isReadOnly: boolean) =>
  onOneLine(`
local redis, upstash = (function(redis)
  local commands, locked, read_only = {${commands}}, ${isLocked}, ${isReadOnly}
  local declared = {}
  for _, key in ipairs(KEYS) do declared[key] = true end
  local calls, writes, written = 0, 0, {}
  local function refuse(name, ...)
    calls = calls + 1
    local command = commands[string.upper(tostring(name))]
    if not command then return locked and "ERR The fake does not know the keys of '" .. tostring(name) .. "'" end
    if command.writes and read_only then return '${READ_ONLY}' end
    local args = {...}
    local keys = {}
    if command.first > 0 then
      local last = command.last
      if last < 0 then last = #args + 1 + last end
      for place = command.first, last, command.step do keys[#keys + 1] = tostring(args[place]) end
    end
    if command.count then
      for place = command.count + 1, command.count + tonumber(args[command.count]) do keys[#keys + 1] = tostring(args[place]) end
    end
    if locked then
      if command.everything then return "${DYNAMIC_KEY}" end
      for _, key in ipairs(keys) do
        if not declared[key] then return "${DYNAMIC_KEY}" end
      end
    end
    if command.writes then
      writes = writes + 1
      for _, key in ipairs(keys) do written[#written + 1] = key end
    end
  end
  local checked = {
    call = function(...)
      local problem = refuse(...)
      if problem then error({err = problem}, 0) end
      return redis.call(...)
    end,
    pcall = function(...)
      local problem = refuse(...)
      if problem then return {err = problem} end
      return redis.pcall(...)
    end,
  }
  return setmetatable(checked, {__index = redis}), function(script)
    local done, reply = pcall(script)
    if not done and type(reply) ~= 'table' then reply = {err = 'ERR ' .. tostring(reply)} end
    return {calls, writes, written, reply}
  end
end)(redis)
local function script()`)

const WHOLE_DATABASE = new Set(['DBSIZE', 'FLUSHALL', 'FLUSHDB', 'KEYS', 'RANDOMKEY', 'SCAN'])

/** The commands that a script names, as a Lua table. */
function commandsOf(script: string): string {
  const names = new Set(
    Array.from(script.matchAll(/["']([a-z]+)["']/gi), ([, name = '']) => name.toUpperCase()),
  )
  return Array.from(names, (name) => {
    const command = REDIS_COMMANDS.get(name)
    if (!command) return ''
    const { writes, first, last, step, count } = command
    const numbers = `first = ${first}, last = ${last}, step = ${step}, count = ${count ?? 'nil'}`
    return `${name} = {writes = ${writes}, everything = ${WHOLE_DATABASE.has(name)}, ${numbers}},`
  }).join(' ')
}

const SHEBANG = /^#!lua(?:[ \t]+flags=([^\s]*))?[^\n]*(?:\n|$)/
const cache = new Map<string, string>()

/**
 * A script for a plain Redis that keeps Upstash's rules: with the flag `allow-key-locking` it touches only the keys in
 * KEYS, and a read-only script does not write. Throws Redis's message for a script that cannot run.
 */
export function checkedScript(script: string, isReadOnlyCommand: boolean): string {
  const id = `${isReadOnlyCommand} ${script}`
  const cached = cache.get(id)
  if (cached !== undefined) return cached
  const shebang = SHEBANG.exec(script)
  const flags = shebang?.[1]?.split(',') ?? []
  const isReadOnly = flags.includes('no-writes')
  if (isReadOnlyCommand && shebang && !isReadOnly) throw new Error(NOT_READ_ONLY)
  const body = shebang ? `\n${script.slice(shebang[0].length)}` : ` ${script}`
  const prelude = checks(
    commandsOf(script),
    flags.includes('allow-key-locking'),
    isReadOnlyCommand || isReadOnly,
  )
  const checked = `${prelude}${body}\nend\nreturn upstash(script)`
  cache.set(id, checked)
  return checked
}

/** Reads the reply of a `checkedScript`. */
export function scriptResult(reply: RedisReply): ScriptResult {
  if (!Array.isArray(reply)) return { calls: 0, writes: 0, writtenKeys: [], reply }
  const [calls, writes, written, inner = null] = reply
  return {
    calls: Number(calls),
    writes: Number(writes),
    writtenKeys: Array.isArray(written) ? [...new Set(written.map(String))] : [],
    reply: inner,
  }
}
