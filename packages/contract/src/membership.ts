import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { type Author, OneOf } from './entity.ts'
import { languages } from './language.ts'

export const changeLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  summary: 'Set the language of mails to the account',
  access: 'session',
  allowSuspended: true,
  allowWithoutProfile: true,
  body: Type.Object({ lang: OneOf(languages) }),
  answer: Type.Object({ lang: OneOf(languages) }),
  errors: ['toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    /** The name, avatar or role of a user has changed. */
    'author.updated': Author
  }
}
