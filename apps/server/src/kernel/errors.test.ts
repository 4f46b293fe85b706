import { describe, expect, it } from 'vitest'
import { keyedErrorOf } from './errors.ts'

describe('keyedErrorOf', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, 'maintenance'],
    [{ code: 'ECONNRESET' }, 'maintenance'],
    [{ code: '57P01' }, 'maintenance'],
    [{ code: '57P03' }, 'maintenance'],
    [{ code: '08006' }, 'maintenance'],
    [{ code: '53300' }, 'maintenance'],
    [{ message: 'Connection terminated unexpectedly' }, 'maintenance'],
    [{ message: 'timeout exceeded when trying to connect' }, 'maintenance'],
    [{ code: '53100' }, 'storagefull'],
    [{ code: 'ENOSPC' }, 'storagefull'],
    [{ code: '22021' }, 'badrequest'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }, 'toolarge'],
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }, 'unsupportedmedia'],
    [{ code: '42P01' }, 'unexpectederror'],
    [{ code: '23505' }, 'unexpectederror'],
    [new TypeError('x is not a function'), 'unexpectederror'],
    ['text', 'unexpectederror'],
    [undefined, 'unexpectederror'],
  ])('maps %o to %s', (thrown, key) => expect(keyedErrorOf(thrown).key).toBe(key))
})
