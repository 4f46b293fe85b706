// What each call that changes something leaves in the record: a call that is not here fails the test that reads this.
import type { AuditAct } from '@parvis/contract/audit.ts'

/**
 * The acts that a call notes, of the team or of whoever is concerned, or in words why it notes none: what members write
 * and answer is their own, and stands where they wrote it; what passes leaves nothing.
 */
export const auditActsOf: Record<string, readonly AuditAct[] | string> = {
  // the desk
  'PUT /admin/members/:id': ['role.changed', 'member.disabled', 'member.enabled'],
  'PUT /admin/waiting/:id': ['member.approved', 'member.refused'],
  'POST /admin/members/:id/reset': ['reset.sent'],
  'POST /admin/members/:id/code': ['code.printed'],
  'POST /admin/invitations': ['member.invited', 'code.printed'],
  'DELETE /admin/invitations/:id': ['invitation.withdrawn'],
  'POST /admin/members/:id/stays': ['stay.added'],
  'PUT /admin/stays/:id': ['stay.changed'],
  'DELETE /admin/stays/:id': ['stay.removed'],
  'PUT /admin/logo': ['logo.changed'],
  'GET /admin/audit': ['audit.read'],

  // what a community tells of itself
  'PUT /admin/community': ['community.changed'],
  'PUT /admin/community/plan': ['plan.changed'],
  'DELETE /admin/community/plan': ['plan.changed'],
  'PUT /admin/community/welcome': ['welcome.changed'],
  'DELETE /admin/community/welcome': ['welcome.changed'],
  'PUT /communities/map': ['map.drawn'],
  'POST /admin/places': ['place.added'],
  'PUT /admin/places/:id': ['place.changed'],
  'DELETE /admin/places/:id': ['place.removed'],
  'POST /communities/request': 'a stranger’s wish for a community: it is a mail to the installation',

  // the door
  'POST /api/auth': ['login', 'login.failed', 'login.slowed'],
  'POST /api/auth/jwt': ['login', 'link.failed', 'email.confirmed'],
  'POST /api/auth/guest': ['guest'],
  'POST /api/auth/signup/guest': ['guest', 'key.failed', 'key.slowed'],
  'POST /api/auth/apple/start': 'nobody is named yet',
  'POST /api/auth/apple/callback': ['apple.failed'],
  'POST /api/auth/apple': ['login', 'apple.failed', 'apple.tied'],
  'POST /api/auth/signup/apple': ['register', 'login', 'apple.failed'],
  'POST /api/auth/switch': ['session.switched', 'session.revoked'],
  'POST /api/users': ['register', 'key.failed'],
  'POST /api/clear': ['password.forgotten'],
  'DELETE /api/auth': ['logout'],
  'DELETE /api/user/sessions': ['session.revoked'],
  'PUT /api/user/language': 'one’s own: the language of mails',
  'POST /admin/setup/open': ['setup.failed'],
  'POST /admin/setup': ['installation.set-up', 'setup.failed'],

  // leaving
  'POST /api/user/proof': ['proof.failed'],
  'DELETE /api/user': ['account.deleted'],
  'DELETE /api/register': ['community.left'],
  'POST /api/user/undo': ['departure.undone', 'link.failed'],
  'POST /api/user/export': ['export.asked'],
  'DELETE /api/user/export': ['export.dropped'],
  'GET /api/user/export/file': ['export.fetched'],

  // posts, deals, templates: what is done to those of others
  'DELETE /events/:id': ['post.removed'],
  'PUT /events/pin/:id': ['post.pinned'],
  'DELETE /events/pin/:id': ['post.unpinned'],
  'PUT /events/flag/:id': ['post.flagged'],
  'PUT /messages/flag/:id': ['message.flagged'],
  'PUT /api/flag/:id': ['user.flagged'],
  'PUT /admin/deals/:id': ['deal.approved', 'deal.refused'],
  'PUT /gooddeals/:id': ['deal.changed'],
  'POST /gooddeals/end/:id': ['deal.ended'],
  'DELETE /gooddeals/:id': ['deal.removed'],
  'PUT /gooddeals/map': ['deal.mapped'],
  'POST /templates': ['template.created'],
  'PUT /templates/:id': ['template.changed'],
  'DELETE /templates/:id': ['template.removed'],

  // one's own
  'PUT /api/user': ['password.changed', 'email.asked', 'proof.failed'],
  'POST /api/booking': 'one’s own: when and where one stays, within the days that the team gave',
  'POST /events/publish': 'one’s own post',
  'PUT /events/:id': 'one’s own post: nobody else may change it',
  'POST /templates/publish': 'one’s own post',
  'POST /events/interested/:id': 'one’s own answer',
  'POST /events/uninterested/:id': 'one’s own answer',
  'POST /gooddeals': 'one’s own deal; that it is approved is noted',
  'POST /messages': 'one’s own message',
  'DELETE /messages/:id': 'one’s own message: nobody else may take it away',
  'POST /messages/exitchat': 'one’s own list of conversations',
  'PUT /users/block/:id': 'one’s own: whom one does not hear',
  'PUT /users/unblock/:id': 'one’s own: whom one does not hear',
  'POST /events/calendar/address': 'one’s own calendar, to read',
  'PUT /events/calendar/address': 'one’s own calendar, to read',
  'DELETE /events/calendar/address': 'one’s own calendar, to read',
  'POST /media': 'one’s own picture, which is nowhere yet',
  'POST /media/link': 'one’s own picture, which is nowhere yet',
  'POST /templates/alerts': 'one’s own: what one is told of',
  'POST /templates/alerts-status': 'one’s own: what one is told of',
  'DELETE /templates/alerts-status': 'one’s own: what one is told of',
  'DELETE /templates/alert/:templateId': 'one’s own: what one is told of',
  'POST /notifications/read': 'one’s own: what one has read',
  'PUT /notifications/settings': 'one’s own: what one is told of',
  'PUT /notifications/quiet-hours': 'one’s own: when one is told',
  'DELETE /notifications/quiet-hours': 'one’s own: when one is told',
  'POST /api/push-token': 'one’s own browser, of a session that is noted',
  'DELETE /api/push-token': 'one’s own browser, of a session that is noted',
  'POST /gooddeals/seen/:id': 'it passes: that somebody has looked',
  'POST /gooddeals/route/:id': 'it passes: that somebody has looked',
  'POST /globalinformations/check/version': 'it passes: which version asks',
  'POST /globalinformations/check/version/authenticated': 'it passes: which version asks',

  // at the end: from then on its community asks for it
  'PUT /admin/key': ['key.changed'],
}
