import pg from 'pg'

// A fault for checkers to find, loaded before the server: nobody is told of a new connection, so nobody hears it die
// while it is busy.
const on = pg.Pool.prototype.on as (this: pg.Pool, name: string, listener: never) => pg.Pool
pg.Pool.prototype.on = function (this: pg.Pool, name: string, listener: never) {
  return name === 'connect' ? this : on.call(this, name, listener)
} as never
