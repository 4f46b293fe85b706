import type { SessionUser } from '@parvis/contract/session.ts'
import { isAuthor } from '#web/kernel/live/live-frames.ts'
import { lazySender } from '#web/kernel/outbox/sender.ts'
import type { AppContext, OutboxKind, WebFeature } from '#web/ui/feature.ts'
import { hobbiesQuery } from './hobbies.queries.ts'
import { subscribeToPeople } from './person.live.ts'
import { dropPerson } from './person.queries.ts'
import { profileKeys } from './profile.queries.ts'

/** `onSaved` is called with the user whose profile the outbox has saved. */
type OnSaved = (app: AppContext, user: SessionUser) => void

const profileKind = (onSaved: OnSaved): OutboxKind<'profile'> => ({
  kind: 'profile',
  icon: 'user-round',
  label: 'profile',
  nameOf: (_, t) => t('outbox.kind.profile'),
  isNamedByKind: true,
  sender: app =>
    lazySender(async () =>
      (await import('./pending-profile.ts')).profileSender(user => {
        onSaved(app, user)
        void app.queryClient.invalidateQueries({ queryKey: profileKeys.myProfile() })
      }),
    ),
  sentText: 'outbox.sent.profile',
  copyableTextOf: ({ payload }) => payload.body.description,
  form: { target: (_, c) => ({ to: '/$c/mon-profil', params: { c } }) },
  refusalTexts: ['entry', 'profile', 'media'],
})

export const profile = ({ onSaved }: { onSaved: OnSaved }): WebFeature => ({
  outbox: [profileKind(onSaved)],
  live: ({ queryClient, live, viewer, refreshSession }) => {
    subscribeToPeople(queryClient, live)
    live.on(
      'author.updated',
      ({ _id }) => {
        if (_id !== viewer()?._id) return
        // The name and picture of the member were changed on another device.
        void queryClient.invalidateQueries({ queryKey: profileKeys.myProfile() })
        refreshSession()
      },
      isAuthor,
    )
  },
  hidePerson: dropPerson,
  loadRest: queryClient => queryClient.query({ ...hobbiesQuery(), staleTime: 'static' }),
})
