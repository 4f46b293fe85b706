import type { Notification } from '@parvis/contract/notifications.ts'
import { linkOptions } from '@tanstack/react-router'

/** Link options of the screen that a notification opens. `c` is the URI of the community of the notification. */
export const notificationLinkOf = (
  { kind, event, with: other, approval, moderation, count }: Notification,
  c: string,
) => {
  const params = { c }
  const id = event?._id ?? ''
  switch (kind) {
    case 'message':
      return other === undefined
        ? linkOptions({ to: '/$c/conversations-de-groupe/$eventId', params: { c, eventId: id } })
        : linkOptions({ to: '/$c/mes-conversations/$pseudo', params: { c, pseudo: other } })
    case 'approval':
      if (approval?.state === 'waiting') return linkOptions({ to: '/$c/gestion', params })
      if (!approval?.deal) return linkOptions({ to: '/$c/actualites', params })
      return approval.state === 'approved'
        ? linkOptions({ to: '/$c/annonce', params, search: { id: approval.deal._id } })
        : linkOptions({ to: '/$c/vie-locale/edition', params, search: { id: approval.deal._id } })
    case 'welcome':
      // Several people have joined: the filtered feed shows them all.
      if (count > 1) return linkOptions({ to: '/$c/actualites', params, search: { filter: 'welcome' } })
      break
    case 'moderation': {
      const caseId = moderation?.caseId ?? ''
      return moderation?.news === 'report' || moderation?.news === 'appeal'
        ? linkOptions({ to: '/$c/gestion/signalement', params, search: { id: caseId } })
        : linkOptions({ to: '/$c/regles', params, search: { decision: caseId } })
    }
    case 'alert':
    case 'answer':
    case 'changed':
    case 'calledoff':
  }
  return linkOptions({ to: '/$c/actualites/publication', params, search: { id } })
}
