import pg from 'pg'

// A planted fault, loaded before the server: new connections have no error listener, so the loss of a busy connection
// is not handled.
const on = pg.Pool.prototype.on as (this: pg.Pool, name: string, listener: never) => pg.Pool
pg.Pool.prototype.on = function (this: pg.Pool, name: string, listener: never) {
  return name === 'connect' ? this : on.call(this, name, listener)
} as never
