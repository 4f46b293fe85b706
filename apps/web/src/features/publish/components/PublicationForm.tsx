import type { Location } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateDate, TemplateTime } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { queueSend } from '#web/ui/queue-send.ts'
import { showToast } from '#web/ui/toasts.ts'
import { bodyOf, newPublication, previewOf, type Publication } from '../publication.ts'
import { isGone, isUnanswered, questionOf, type PublicationField } from '../publication-errors.ts'
import { restorePublication, hasPublication, savePublication, publicationKey } from '../publication-store.ts'
import { usePublishTemplate } from '../publication.mutations.ts'
import type { PublishTemplateViewProps } from '../PublishTemplateView.tsx'
import { createPendingPublication } from '../pending-posts.ts'
import { ChoicePicker } from './ChoicePicker.tsx'
import { PostChannel } from './PostChannel.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
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
  const [publication, setPublication] = useState<Publication>(() => restorePublication(key))
  const [publishError, setPublishError] = useState<{ place: PublicationField; error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [previewing, setPreviewing] = useState(true)
  const isMounted = useRef(true)
  /** Whether the author cancelled the request in flight, which is then not sent again automatically. */
  const cancelled = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  // Another tab has sent the post with this idempotency key, so this form gets a new key and becomes another post.
  useEffect(
    () =>
      onStoredChange('publications', () => {
        if (!hasPublication(key))
          setPublication(before =>
            before.sent ? { ...before, tmpId: newPublication().tmpId, sent: undefined } : before,
          )
      }),
    [key],
  )
  const title = textIn(language, template, 'title') ?? textIn(language, template, 'name')
  const choices = [...template.choices, ...(deal?.choices ?? [])]
  const save = (next: Publication) => {
    setPublication(next)
    savePublication(key, next)
  }
  const change = (next: Publication) => {
    setPublishError(null)
    save({ ...next, sent: next.sent && 'changed' })
  }
  const createPending = () =>
    createPendingPublication(
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
      savePublication(key, null)
      showToast({ text: t('templates.published') })
      onPublished(event, isMounted.current)
    },
    onFailed: async error => {
      const queued = !cancelled.current && isServerUnreachable(error) && (await queueSend(createPending()))
      if (queued) {
        if (queued === 'device') savePublication(key, null)
        if (isMounted.current) onLater()
        return
      }
      if (!isMounted.current) {
        const text = isUnanswered(error)
          ? t('templates.unanswered')
          : t('templates.failed.left', { why: explain(error) })
        return void showToast({ kind: 'error', text })
      }
      setPublishError({ place: questionOf(error), error })
      setAttempt(before => before + 1)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    // Marked before sending: the server may store the post even if this page is closed.
    save({ ...publication, sent: publication.sent ?? 'same' })
    send({ body: bodyOf(template, publication, places, deal?._id), sent: publication.sent })
  }
  const leave = () => {
    // A publication that may be stored keeps its idempotency key, so that sending it again creates no second post.
    if (!publication.sent) savePublication(key, null)
    // The next screen shows the result of the request.
    isMounted.current = false
    cancelled.current = true
    onLeave()
  }
  const errorOf = (place: PublicationField) => (publishError?.place === place ? explain(publishError.error) : null)
  // A template that is no longer available has its own message, not the one for a missing page.
  const formError =
    publishError?.place === 'form'
      ? isGone(publishError.error)
        ? t('templates.gone')
        : explain(publishError.error)
      : null
  const renderedPreview = preview(
    previewOf({ template, deal, publication, places, me, timezone: community.timezone, now }),
  )
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
          <form id={id} onSubmit={submit} onKeyDown={preventEnterSubmit} noValidate inert={sending}>
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
                // Announcements of the team have no date "to be arranged", which is for activities.
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
                <FormSection title={t('publish.channel')} error={errorOf('channel')}>
                  <PostChannel
                    community={{ ...community, channels: template.channels }}
                    value={publication.channelId}
                    onChange={channelId => change({ ...publication, channelId })}
                    error={null}
                  />
                </FormSection>
              )}
            </Card>
          </form>
        </div>
        <aside className={form.preview} aria-label={t('templates.preview')}>
          <Collapsible icon="eye" label={t('templates.preview')} open={previewing} onOpen={setPreviewing}>
            <div inert>{renderedPreview}</div>
          </Collapsible>
        </aside>
      </div>
      <ActionBar>
        <Button onClick={leave}>{t('publish.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={sending}>
          {t('publish.post')}
        </Button>
      </ActionBar>
    </Main>
  )
}
