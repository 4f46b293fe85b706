import type { Conversation } from '@parvis/contract/chat.ts'
import type { Point } from '@parvis/contract/community.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { Link, useParams } from '@tanstack/react-router'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useOnline } from '#web/kernel/device/online.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isComposing } from '#web/ui/composing.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { onLostPart } from '#web/ui/lost-part.ts'
import { useMenu } from '#web/ui/use-menu.ts'
import typography from '#web/ui/typography.module.css'
import type { ThreadName } from '../chat.queries.ts'
import { loadOnDemand, type OnDemand } from '../load-on-demand.ts'
import { loadPlaceDialog } from '../load-place-dialog.ts'
import { loadPhotoParts, useComposer } from '../use-composer.ts'
import type * as PlaceDialog from './PlaceDialog.tsx'
import css from './ChatComposer.module.css'

/** Preloads the parts that a tap opens, so that they also work offline. */
const fetchParts = () =>
  whenIdle(() => {
    for (const load of [loadOnDemand, loadPhotoParts]) load().catch(() => {})
  })

export interface ChatComposerProps {
  name: ThreadName
  conversation: Conversation
  title: string
  me: SessionUser
  about: LiveEvent | null
  aboutAs: 'event' | 'interested'
  /** The post it is about, rendered as a card. */
  aboutCard: ReactNode
  onAboutGone: () => void
  map: { start: Point }
}

/** On a touch keyboard Enter inserts a line break, elsewhere it sends. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/** The message field with at most one attachment. */
export const ChatComposer = (props: ChatComposerProps) => {
  // Few elements, all of which change with the text: memoizing would cost more code than it saves.
  'use no memo'
  const { name, conversation, title, me, about, aboutAs, aboutCard, onAboutGone, map } = props
  const { t } = useText()
  const online = useOnline()
  const composer = useComposer({ me: me._id, name, conversation, title, about, aboutAs, onAboutGone })
  const { text, write, staged, busy, isReady, tooLong, send, mayAttach } = composer
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { button, panel, part } = useMenu(loadOnDemand)
  const [place, setPlace] = useState<typeof PlaceDialog | null>(null)
  const [parts, setParts] = useState<OnDemand | null>(null)
  const [asksForVideo, setAsksForVideo] = useState(false)
  const isAsked = staged !== null || asksForVideo
  // A chunk that fails to load is reported and leaves the text alone.
  useEffect(() => {
    if (isAsked && !parts) loadOnDemand().then(setParts, onLostPart)
  }, [isAsked, parts])
  useEffect(() => fetchParts(), [])
  const isGroup = 'group' in name

  if (!conversation.abilities.write) {
    const { user } = conversation
    // Writing is closed for the whole team: its message service is switched off.
    const why = user && isStaff(user.role) ? 'messages.team.closed.text' : 'messages.composer.closed'
    if (me.abilities.chat && conversation.firstContact?.isMine)
      return (
        <p className={css.closed} role="status">
          {isGroup ? t('messages.first.group.waits') : t('messages.first.waits', { name: title })}
        </p>
      )
    if (me.suspendedUntil) return <Suspended until={me.suspendedUntil} />
    return <p className={css.closed}>{t(me.abilities.chat ? why : 'messages.composer.reading')}</p>
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || !hasKeyboard()) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    const file = [...files].find(({ type }) => type.startsWith('image/'))
    // Text programs put a picture of the copied text on the clipboard as well.
    if (!file || types.includes('text/plain') || !mayAttach || staged || busy) return
    event.preventDefault()
    void composer.stagePhoto(file)
  }
  const count = conversation.membersCount ?? 0
  return (
    <form className={css.composer} onSubmit={submit}>
      {!online && (
        <p className={css.note} role="status">
          <Icon name="wifi-off" size="s" />
          {t('messages.offline')}
        </p>
      )}
      {conversation.firstContact?.isMine && (
        <p className={css.note}>
          {isGroup ? t('messages.first.group.hint') : t('messages.first.hint', { name: title })}
        </p>
      )}
      {about && (
        <div className={css.about}>
          {aboutCard}
          <IconButton icon="x" label={t('messages.staged.remove')} onClick={onAboutGone} />
        </div>
      )}
      {parts && asksForVideo && !staged && (
        <parts.VideoLink
          onPick={video => {
            composer.stage({ kind: 'video', ...video })
            setAsksForVideo(false)
            field.current?.focus()
          }}
          onClose={() => {
            setAsksForVideo(false)
            field.current?.focus()
          }}
        />
      )}
      {parts && staged && <parts.StagedCard staged={staged} onRemove={composer.unstage} />}
      <div className={css.line}>
        {mayAttach && (
          <>
            <IconButton
              icon="plus"
              label={t('messages.composer.attach')}
              disabled={staged !== null || busy}
              {...button}
            />
            {part && (
              <part.AttachMenu
                menu={panel}
                mayShareLocation={conversation.abilities.attachLocation}
                onVideo={() => setAsksForVideo(true)}
                onPhoto={() => picker.current?.click()}
                onPlace={() => void loadPlaceDialog().then(dialog => setPlace(dialog), onLostPart)}
              />
            )}
            <input
              ref={picker}
              type="file"
              accept="image/*"
              className={typography.hidden}
              tabIndex={-1}
              aria-hidden="true"
              onChange={event => {
                const file = event.target.files?.[0]
                event.target.value = ''
                if (file) void composer.stagePhoto(file)
              }}
            />
          </>
        )}
        <textarea
          ref={field}
          className={css.box}
          rows={1}
          dir="auto"
          aria-label={isGroup ? t('messages.composer.group', { count }) : t('messages.composer.to', { name: title })}
          placeholder={isGroup ? t('messages.composer.group', { count }) : t('messages.composer.label')}
          aria-invalid={tooLong > 0 || undefined}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
        />
        <IconButton
          icon="send-horizontal"
          kind="solid"
          type="submit"
          label={t('messages.composer.send')}
          disabled={!isReady}
        />
      </div>
      {tooLong > 0 && (
        <p className={css.wrong} role="alert">
          {t('common.field.long', { count: tooLong })}
        </p>
      )}
      {busy && (
        <p className={css.note} role="status">
          {t('messages.staged.fetching')}
        </p>
      )}
      {place && (
        <place.PickPlaceDialog
          start={map.start}
          onClose={() => setPlace(null)}
          onPick={({ coordinates: [longitude, latitude] }) => {
            setPlace(null)
            composer.stage({ kind: 'place', location: { latitude, longitude } })
          }}
        />
      )}
    </form>
  )
}

const Suspended = ({ until }: { until: string }) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  const { c = '' } = useParams({ strict: false })
  return (
    <p className={css.closed}>
      <span>
        {t('messages.composer.suspended', { when: fullDate(new Date(until)) })}
        {'\u00a0· '}
        <Link className={typography.link} to="/$c/regles" params={{ c }}>
          {t('messages.hidden.why')}
        </Link>
      </span>
    </p>
  )
}
