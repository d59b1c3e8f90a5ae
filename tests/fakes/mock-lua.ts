// Redis gives its scripts a JSON library, ioredis-mock does not.
const CJSON = String.raw`
cjson = { null = {} }
local plain = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }
local words = { ['true'] = true, ['false'] = false, ['null'] = cjson.null }
function cjson.decode(source)
  local at = 1
  local function skip() at = string.find(source, '[^ \t\r\n]', at) or #source + 1 end
  local function peek() skip() return string.sub(source, at, at) end
  local function fail() error('Expected value but found invalid token at character ' .. at, 0) end
  local function text()
    local parts = {}
    at = at + 1
    while true do
      local run = string.match(source, '^[^"\\]+', at)
      if run then
        parts[#parts + 1] = run
        at = at + #run
      end
      local mark, name = string.sub(source, at, at), string.sub(source, at + 1, at + 1)
      if mark == '"' then
        at = at + 1
        return table.concat(parts)
      elseif mark == '' then
        fail()
      elseif name == 'u' then
        parts[#parts + 1] = utf8.char(tonumber(string.sub(source, at + 2, at + 5), 16))
        at = at + 6
      else
        parts[#parts + 1] = plain[name] or name
        at = at + 2
      end
    end
  end
  local value
  local function members(close, read)
    local result = {}
    at = at + 1
    while peek() ~= close do
      read(result)
      if peek() == ',' then at = at + 1 elseif peek() ~= close then fail() end
    end
    at = at + 1
    return result
  end
  function value()
    local first = peek()
    if first == '"' then return text() end
    if first == '[' then return members(']', function(list) list[#list + 1] = value() end) end
    if first == '{' then
      return members('}', function(record)
        if peek() ~= '"' then fail() end
        local key = text()
        if peek() ~= ':' then fail() end
        at = at + 1
        record[key] = value()
      end)
    end
    local word = string.match(source, '^[%w%.+-]+', at) or fail()
    local known = words[word]
    if known == nil then known = tonumber(word) or fail() end
    at = at + #word
    return known
  end
  local result = value()
  if peek() ~= '' then fail() end
  return result
end
function cjson.encode(value)
  if value == cjson.null or value == nil then return 'null' end
  if type(value) == 'string' then
    return '"' .. string.gsub(value, '[%c"\\]', function(c) return string.format('\\u%04x', string.byte(c)) end) .. '"'
  end
  if math.type(value) == 'float' then return string.format('%.14g', value) end
  if type(value) ~= 'table' then return tostring(value) end
  local parts = {}
  if #value > 0 then
    for i = 1, #value do parts[i] = cjson.encode(value[i]) end
    return '[' .. table.concat(parts, ',') .. ']'
  end
  for key, item in pairs(value) do
    parts[#parts + 1] = cjson.encode(tostring(key)) .. ':' .. cjson.encode(item)
  end
  return '{' .. table.concat(parts, ',') .. '}'
end
`

/**
 * Makes a script see what Redis's Lua shows it and answer as Redis does, where ioredis-mock differs: numbers are sent
 * as text, replies are tables with false for nil, errors keep their text, and error_reply and status_reply exist. It
 * takes a table for a list only where that was filled from its end.
 */
export const inRedisTerms = (script: string): string => `${script.includes('cjson') ? CJSON : ''}
local raw = redis.call
local function native(value)
  if value == nil then return false end
  if type(value) ~= 'userdata' then return value end
  if tostring(value) == 'null' then return false end
  local list = {}
  for i = 1, #value do
    list[i] = native(value[i])
  end
  return list
end
local function sent(...)
  local words = { ... }
  for i = 1, #words do
    if type(words[i]) == 'number' then words[i] = string.format('%.17g', words[i]) end
  end
  return table.unpack(words)
end
redis.call = function(...)
  local done, value = pcall(raw, sent(...))
  if done then return native(value) end
  local text = string.gsub(tostring(value), '^%w*Error: ', '')
  if string.find(text, "'bind'", 1, true) then text = 'ERR Unknown Redis command called from script' end
  error(text, 0)
end
redis.pcall = function(...)
  local done, value = pcall(redis.call, ...)
  if done then return value end
  return { err = value }
end
redis.error_reply = function(message) return { err = message } end
redis.status_reply = function(message) return { ok = message } end
local function body()
${script}
end
local function reply(value)
  if type(value) ~= 'table' then return value end
  if value.err then error(value.err, 0) end
  if value.ok then return value.ok end
  local list = {}
  for i = #value, 1, -1 do list[i] = reply(value[i]) end
  return list
end
return reply(body())
`
