import type { Location } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateDate, TemplateTime } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { onStored } from '#web/kernel/device/stored.ts'
import { isUnreached } from '#web/kernel/outbox/unreached.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { holdEnter } from '#web/ui/hold-enter.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { sendLater } from '#web/ui/send-later.ts'
import { showToast } from '#web/ui/toasts.ts'
import { bodyOf, newPublication, previewOf, type Publication } from '../publication.ts'
import { isGone, isUnanswered, placeOf, type PublicationPlace } from '../publication-errors.ts'
import { beginPublication, hasPublication, keepPublication, publicationKey } from '../publication-store.ts'
import { usePublishTemplate } from '../publication.mutations.ts'
import type { PublishTemplateViewProps } from '../PublishTemplateView.tsx'
import { unsentPublication } from '../unsent.ts'
import { ChoicePicker } from './ChoicePicker.tsx'
import { PostChannel } from './PostChannel.tsx'
import { Setting } from '#web/ui/Setting.tsx'
import { WhenPicker } from './WhenPicker.tsx'
import { WherePicker } from './WherePicker.tsx'
import form from '#web/ui/form-columns.module.css'
import css from './PublicationForm.module.css'

export interface PublicationFormProps extends Omit<PublishTemplateViewProps, 'templateId' | 'dealId' | 'back'> {
  template: Template
  deal: Deal | undefined
  dates: readonly TemplateDate[]
  times: readonly TemplateTime[]
  places: readonly Location[]
}

export const PublicationForm = ({
  community,
  me,
  template,
  deal,
  dates,
  times,
  places,
  preview,
  onPublished,
  onLater,
  onLeave,
}: PublicationFormProps) => {
  const { t, language, explain } = useText()
  const id = useId()
  const now = useNow()
  const key = publicationKey(me._id, template._id, deal?._id)
  const [publication, setPublication] = useState<Publication>(() => beginPublication(key))
  const [trouble, setTrouble] = useState<{ place: PublicationPlace; error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [previewing, setPreviewing] = useState(true)
  const here = useRef(true)
  /** Cancelled in flight: it is not sent again automatically. */
  const cancelled = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  // Another tab has sent the post with this idempotency key, so what is chosen here is another post.
  useEffect(
    () =>
      onStored('publications', () => {
        if (!hasPublication(key))
          setPublication(before =>
            before.sent ? { ...before, tmpId: newPublication().tmpId, sent: undefined } : before,
          )
      }),
    [key],
  )
  const title = textIn(language, template, 'title') ?? textIn(language, template, 'name')
  const choices = [...template.choices, ...(deal?.choices ?? [])]
  const keep = (next: Publication) => {
    setPublication(next)
    keepPublication(key, next)
  }
  const change = (next: Publication) => {
    setTrouble(null)
    keep({ ...next, sent: next.sent && 'changed' })
  }
  const unsent = () =>
    unsentPublication(
      {
        publication: { ...publication, sent: publication.sent ?? 'same' },
        templateId: template._id,
        dealId: deal?._id,
        body: bodyOf(template, publication, places, deal?._id),
      },
      title ?? '',
    )
  const { send, sending } = usePublishTemplate({
    onSent: event => {
      keepPublication(key, null)
      showToast({ text: t('templates.published') })
      onPublished(event, here.current)
    },
    onFailed: async error => {
      const kept = !cancelled.current && isUnreached(error) && (await sendLater(unsent()))
      if (kept) {
        if (kept === 'device') keepPublication(key, null)
        if (here.current) onLater()
        return
      }
      if (!here.current) {
        const text = isUnanswered(error)
          ? t('templates.unanswered')
          : t('templates.failed.left', { why: explain(error) })
        return void showToast({ kind: 'error', text })
      }
      setTrouble({ place: placeOf(error), error })
      setAttempt(before => before + 1)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    // From here on the post may have arrived, even if this page is closed.
    keep({ ...publication, sent: publication.sent ?? 'same' })
    send({ body: bodyOf(template, publication, places, deal?._id), sent: publication.sent })
  }
  const leave = () => {
    // An attempt may have arrived: it keeps its idempotency key, and stays one post however often it is sent.
    if (!publication.sent) keepPublication(key, null)
    // From here on the next screen shows the result.
    here.current = false
    cancelled.current = true
    onLeave()
  }
  const errorOf = (place: PublicationPlace) => (trouble?.place === place ? explain(trouble.error) : null)
  // A template that is no longer available has a message of its own, not that of a missing page.
  const formError =
    trouble?.place === 'form' ? (isGone(trouble.error) ? t('templates.gone') : explain(trouble.error)) : null
  const shown = preview(previewOf({ template, deal, publication, places, me, timezone: community.timezone, now }))
  return (
    <Main>
      <div className={form.columns}>
        <div className={form.form}>
          <div className={css.head}>
            <Tile picto={template.picto} hue={template.hue} size="l" />
            <h2 dir="auto">{title}</h2>
          </div>
          {formError && (
            <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
              {formError}
            </Notice>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
          <form id={id} onSubmit={submit} onKeyDown={holdEnter} noValidate inert={sending}>
            <Card className={form.block}>
              {choices.length > 0 && (
                <ChoicePicker
                  choices={choices}
                  value={publication.choiceId}
                  onChange={choiceId => change({ ...publication, choiceId })}
                  error={errorOf('choice')}
                />
              )}
              <WhenPicker
                publication={publication}
                // An announcement of the team is not arranged with anybody.
                dates={template.type === 'Template' ? dates.filter(({ _id }) => _id !== DATE_TOGETHER) : dates}
                times={times}
                timezone={community.timezone}
                onChange={change}
                error={errorOf('when')}
              />
              {places.length > 0 && (
                <WherePicker
                  places={places}
                  value={publication.placeId}
                  me={me}
                  onChange={placeId => change({ ...publication, placeId })}
                  error={errorOf('where')}
                />
              )}
              {template.channels.length > 1 && (
                <Setting title={t('publish.channel')} error={errorOf('channel')}>
                  <PostChannel
                    community={{ ...community, channels: template.channels }}
                    value={publication.channelId}
                    onChange={channelId => change({ ...publication, channelId })}
                    error={null}
                  />
                </Setting>
              )}
            </Card>
          </form>
        </div>
        <aside className={form.preview} aria-label={t('templates.preview')}>
          <Fold icon="eye" label={t('templates.preview')} open={previewing} onOpen={setPreviewing}>
            <div inert>{shown}</div>
          </Fold>
        </aside>
      </div>
      <Acts>
        <Button onClick={leave}>{t('publish.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={sending}>
          {t('publish.post')}
        </Button>
      </Acts>
    </Main>
  )
}
