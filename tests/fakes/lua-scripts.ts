import fengari from 'fengari'
import type { RedisReply } from './redis.ts'

const { lua, lauxlib, lualib, to_luastring: encode } = fengari

type State = ReturnType<typeof lauxlib.luaL_newstate>
type RunCommand = (name: string, args: readonly string[]) => Promise<RedisReply>

/** `redis.call` yields to JavaScript, which runs the command and resumes the script with its reply. */
const PRELUDE = `
unpack = table.unpack
-- Redis's Lua 5.1 has doubles only. Integers have 32 bits here and would overflow.
local parse, print_value = tonumber, tostring
function tonumber(...)
  local value = parse(...)
  return value and value + 0.0
end
function tostring(value)
  if math.type(value) == 'float' then return string.format('%.14g', value) end
  return print_value(value)
end
redis = {}
function redis.call(...)
  local done, value = coroutine.yield(...)
  if not done then error(value, 0) end
  return value
end
function redis.error_reply(message) error(message, 0) end
`

const INT_32 = 0x7fff_ffff

function pushNumber(state: State, value: number): void {
  // Lua 5.3 prints the float 5 as "5.0", and Redis's 5.1 prints "5".
  if (Number.isInteger(value) && Math.abs(value) <= INT_32) lua.lua_pushinteger(state, value)
  else lua.lua_pushnumber(state, value)
}

function pushReply(state: State, value: RedisReply): void {
  if (value === null) lua.lua_pushboolean(state, false)
  else if (typeof value === 'string') lua.lua_pushstring(state, encode(value))
  else if (typeof value === 'number') pushNumber(state, value)
  else if (value instanceof Error) throw value
  else {
    lua.lua_newtable(state)
    for (const [index, item] of value.entries()) {
      pushReply(state, item)
      lua.lua_rawseti(state, -2, index + 1)
    }
  }
}

function textAt(state: State, index: number): string {
  return Buffer.from(lua.lua_tostring(state, index) ?? []).toString('utf8')
}

/** Redis sends a script's numbers with 17 significant digits. */
function argumentAt(state: State, index: number): string {
  if (lua.lua_type(state, index) !== lua.LUA_TNUMBER) return textAt(state, index)
  const value = lua.lua_tonumber(state, index)
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(17)))
}

/** The reply that Redis makes of a Lua value: numbers lose their fraction, a list ends at its first nil. */
function replyAt(state: State, index: number): RedisReply {
  switch (lua.lua_type(state, index)) {
    case lua.LUA_TSTRING:
      return textAt(state, index)
    case lua.LUA_TNUMBER:
      return Math.trunc(lua.lua_tonumber(state, index))
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(state, index) ? 1 : null
    case lua.LUA_TTABLE: {
      const list: RedisReply[] = []
      while (lua.lua_rawgeti(state, index, list.length + 1) !== lua.LUA_TNIL) {
        list.push(replyAt(state, lua.lua_gettop(state)))
        lua.lua_pop(state, 1)
      }
      lua.lua_pop(state, 1)
      return list
    }
    default:
      return null
  }
}

function createState(): State {
  const state = lauxlib.luaL_newstate()
  lualib.luaL_openlibs(state)
  lauxlib.luaL_loadbuffer(state, encode(PRELUDE), null, encode('=prelude'))
  lua.lua_resume(state, null, 0)
  return state
}

/**
 * Runs Lua scripts as Redis does, on a Redis that has no Lua of its own. Compiles each script once: ioredis-mock makes
 * a new Lua machine for every call, which takes 2 ms. The caller runs one script at a time.
 */
export class LuaScripts {
  private readonly state = createState()
  private readonly compiled = new Map<string, number>()

  async run(
    script: string,
    keys: readonly string[],
    args: readonly string[],
    command: RunCommand,
  ): Promise<RedisReply> {
    const reference = this.compile(script)
    this.setGlobal('KEYS', keys)
    this.setGlobal('ARGV', args)
    const thread = lua.lua_newthread(this.state)
    try {
      lua.lua_rawgeti(thread, lua.LUA_REGISTRYINDEX, reference)
      let status = lua.lua_resume(thread, this.state, 0)
      while (status === lua.LUA_YIELD) {
        const [name = '', ...rest] = Array.from({ length: lua.lua_gettop(thread) }, (_, at) =>
          argumentAt(thread, at + 1),
        )
        lua.lua_settop(thread, 0)
        await this.resume(thread, command(name, rest))
        status = lua.lua_resume(thread, this.state, 2)
      }
      if (status !== lua.LUA_OK) throw new Error(textAt(thread, -1))
      return lua.lua_gettop(thread) === 0 ? null : replyAt(thread, 1)
    } finally {
      lua.lua_settop(this.state, 0)
    }
  }

  private async resume(thread: State, reply: Promise<RedisReply>): Promise<void> {
    try {
      const value = await reply
      lua.lua_pushboolean(thread, true)
      pushReply(thread, value)
    } catch (error) {
      lua.lua_settop(thread, 0)
      lua.lua_pushboolean(thread, false)
      lua.lua_pushstring(thread, encode(error instanceof Error ? error.message : String(error)))
    }
  }

  private compile(script: string): number {
    const known = this.compiled.get(script)
    if (known !== undefined) return known
    const status = lauxlib.luaL_loadbuffer(this.state, encode(script), null, encode('=user_script'))
    if (status !== lua.LUA_OK) {
      const reason = textAt(this.state, -1)
      lua.lua_settop(this.state, 0)
      throw new Error(`ERR Error compiling script (new function): ${reason}`)
    }
    const reference = lauxlib.luaL_ref(this.state, lua.LUA_REGISTRYINDEX)
    this.compiled.set(script, reference)
    return reference
  }

  private setGlobal(name: string, values: readonly string[]): void {
    pushReply(this.state, [...values])
    lua.lua_setglobal(this.state, encode(name))
  }
}
