import { newId } from '../../kernel/ids.ts'
import { addCase } from '../moderation-cases.ts'
import type { RelationCall } from '../relations.ts'
import { json } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { moderationCase } from './content-things.ts'
import { withBody, withoutBody } from './requests.ts'

/** Calls about cases of moderation and appeals. */
export const moderationCalls = (server: TestServer): Record<string, RelationCall> => ({
  'GET /admin/moderation/:id': {
    make: moderationCase(server, null),
    ask: withoutBody('GET', id => `/admin/moderation/${id}`),
  },
  'PUT /admin/moderation/:id': {
    make: moderationCase(server, null),
    ask: withBody('PUT', '/admin/moderation/:id', { decision: 'keep' }),
  },
  'PUT /admin/moderation/:id/restore': {
    make: moderationCase(server, { appealed: false }),
    ask: withBody('PUT', '/admin/moderation/:id/restore'),
  },
  'PUT /admin/moderation/:id/appeal': {
    make: moderationCase(server, { appealed: true }),
    ask: withBody('PUT', '/admin/moderation/:id/appeal', { overturn: false, reason: 'Elle tient' }),
  },
  'POST /moderation/appeals (caseId)': {
    make: moderationCase(server, { appealed: false }),
    ask: id => json('POST', '/moderation/appeals', { caseId: id, text: 'Pardon' }),
  },
  // The link belongs to the caller and needs no session.
  'POST /moderation/appeal (caseId)': {
    make: async (owner, caller) => {
      const id = await moderationCase(server, { appealed: false })(owner, caller)
      await addCase(server, {
        communityId: await server.communityId(caller.community),
        authorId: caller.userId,
        postId: newId(),
        decided: { token: `link ${id}` },
      })
      return id
    },
    ask: id => json('POST', '/moderation/appeal', { token: `link ${id}`, caseId: id, text: 'Pardon' }),
  },
})
