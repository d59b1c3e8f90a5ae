/** The part of fengari, a Lua 5.3 in JavaScript, that lua-scripts.ts uses. It publishes no types. */
declare module 'fengari' {
  type State = { readonly luaState: unique symbol }
  type LuaString = Uint8Array

  const fengari: {
    lua: {
      LUA_OK: number
      LUA_YIELD: number
      LUA_REGISTRYINDEX: number
      LUA_TNIL: number
      LUA_TBOOLEAN: number
      LUA_TNUMBER: number
      LUA_TSTRING: number
      LUA_TTABLE: number
      lua_gettop(state: State): number
      lua_newtable(state: State): void
      lua_newthread(state: State): State
      lua_pop(state: State, count: number): void
      lua_pushboolean(state: State, value: boolean): void
      lua_pushinteger(state: State, value: number): void
      lua_pushnumber(state: State, value: number): void
      lua_pushstring(state: State, value: LuaString): void
      lua_rawgeti(state: State, index: number, n: number): number
      lua_rawseti(state: State, index: number, n: number): void
      lua_resume(state: State, from: State | null, argumentCount: number): number
      lua_setglobal(state: State, name: LuaString): void
      lua_settop(state: State, index: number): void
      lua_toboolean(state: State, index: number): boolean
      lua_tonumber(state: State, index: number): number
      lua_tostring(state: State, index: number): LuaString | null
      lua_type(state: State, index: number): number
    }
    lauxlib: {
      luaL_loadbuffer(state: State, text: LuaString, size: null, name: LuaString): number
      luaL_newstate(): State
      luaL_ref(state: State, table: number): number
    }
    lualib: { luaL_openlibs(state: State): void }
    to_luastring(text: string, cache?: boolean): LuaString
  }
  export default fengari
}
