import type { Deal, DealCategory } from '@parvis/contract/deals.ts'
import type { RuleBreak } from '@parvis/contract/errors.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { isTakenBack } from '#web/kernel/http/taken-back.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PictoPicks } from '#web/ui/PictoPicks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Setting } from '#web/ui/Setting.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useSayKept } from '#web/ui/use-say-kept.ts'
import { breaksOf, languageTooLong } from '../deal-draft.ts'
import { keepDealDraft, keptDealDraft, type BegunDeal } from '../deal-draft-store.ts'
import { fieldsOfDeal, isUnanswered, useDealErrors } from '../deal-errors.ts'
import { useSaveDeal } from '../deal.mutations.ts'
import type { EditDealViewProps } from '../EditDealView.tsx'
import { useDealForm } from '../use-deal-form.ts'
import { DealContactFields } from './DealContactFields.tsx'
import { DealDaysFields } from './DealDaysFields.tsx'
import { DealInvitation } from './DealInvitation.tsx'
import { DealPhotoField } from './DealPhotoField.tsx'
import { DealPreview } from './DealPreview.tsx'
import { DealWhereFields } from './DealWhereFields.tsx'
import { DealWordsFields } from './DealWordsFields.tsx'

export interface EditDealFormProps extends Omit<EditDealViewProps, 'id' | 'back'> {
  owner: string
  start: BegunDeal
  /** The draft comes from an earlier visit. */
  restored: boolean
  /** The deal being edited. */
  stored: Deal | null
  categories: readonly DealCategory[]
  /** Activity templates it can offer. */
  templates: readonly Template[]
  /** The deal will need approval by the team. */
  waits: boolean
  onDiscard: () => void
}

export const EditDealForm = ({
  community,
  owner,
  start,
  restored,
  stored,
  categories,
  templates,
  waits,
  onSaved,
  onLeave,
  onDiscard,
}: EditDealFormProps) => {
  const { t, language } = useText()
  const explain = useDealErrors()
  const id = useId()
  const form = useDealForm(owner, start, stored)
  const { draft, change } = form
  const [writing, setWriting] = useState(language)
  const [trouble, setTrouble] = useState<{ error?: unknown; breaks: readonly RuleBreak[] } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const category = useRef<HTMLDivElement>(null)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  useSayKept(() =>
    form.touched && !saving && !isAtCamera('deal') && keptDealDraft(owner)
      ? {
          text: t('dealwriting.kept'),
          label: t('dealwriting.discard'),
          discard: () => keepDealDraft(owner, null),
        }
      : null,
  )
  useTakenPhoto('deal', photo => void form.pick(photo))
  const stumble = (error: unknown, breaks: readonly RuleBreak[] = []) => {
    setTrouble({ error, breaks })
    setAttempt(before => before + 1)
  }
  const { save, saving, progress, stop } = useSaveDeal({
    before: stored?.loc ?? null,
    onSaved: deal => {
      keepDealDraft(owner, null)
      showToast({ text: t(`dealwriting.saved.${deal.keeping?.state ?? 'shown'}`) })
      if (here.current) onSaved(deal)
    },
    onFailed: error => {
      if (!here.current) showToast({ kind: 'error', text: t('dealwriting.failed.left', { why: explain(error) }) })
      else if (isTakenBack(error)) showToast({ kind: 'info', text: t('dealwriting.stopped') })
      else stumble(error)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving || form.preparing) return
    const tooLong = languageTooLong(draft)
    if (tooLong) return setWriting(tooLong)
    const broken = breaksOf(draft)
    if (broken.length > 0) return stumble(undefined, broken)
    setTrouble(null)
    // From here on the server may have stored it, even if this page never gets the answer.
    change({ sent: draft.sent ?? 'same' })
    save({ draft, photo: form.photo, editedId: stored?._id })
  }
  // Errors that have been fixed since are no longer shown.
  const left = trouble && trouble.breaks.length > 0 ? breaksOf(draft) : []
  const wrong = left.filter(one => trouble!.breaks.some(({ key, field }) => key === one.key && field === one.field))
  const answered = trouble?.error
  const answeredField = answered instanceof ApiError ? (answered.field ?? '') : ''
  const errorOf = (...names: string[]) => {
    const broken = wrong.find(({ field }) => names.includes(field))
    if (broken) return explain(new ApiError(broken.key, 400, broken))
    return names.includes(answeredField) ? explain(answered) : null
  }
  const formError = answered !== undefined && !fieldsOfDeal.includes(answeredField) ? explain(answered) : null
  const categoryError = errorOf('categoryId')
  useEffect(() => {
    if (categoryError) category.current?.querySelector('input')?.focus()
  }, [categoryError, attempt])
  const fields = { form, errorOf, attempt }
  return (
    <Main>
      <div className={columns.columns}>
        <div className={columns.form}>
          {restored && (
            <Notice
              kind="calm"
              icon="clock"
              action={
                <Button kind="quiet" size="s" onClick={onDiscard}>
                  {t('dealwriting.discard')}
                </Button>
              }
            >
              {t('dealwriting.restored')}
            </Notice>
          )}
          <Standing stored={stored} waits={waits} />
          {form.hasNews && (
            <Notice kind="calm" icon="info">
              {t('dealwriting.followed')}
            </Notice>
          )}
          {formError && (
            <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
              {formError}
              <br />
              {t(isUnanswered(answered) ? 'dealwriting.unanswered' : 'dealwriting.still')}
            </Notice>
          )}
          <form id={id} onSubmit={submit} noValidate inert={saving}>
            <Card className={columns.block}>
              <Setting title={t('dealwriting.category')} error={categoryError}>
                <div ref={category} data-invalid={categoryError ? '' : undefined}>
                  <PictoPicks
                    label={t('dealwriting.category')}
                    roomy
                    value={draft.categoryId}
                    onChange={categoryId => change({ categoryId })}
                    picks={categories.map(one => ({
                      value: one._id,
                      label: textIn(language, one, 'name') ?? '',
                      picto: one.picto,
                      hue: one.bgColor,
                    }))}
                  />
                </div>
              </Setting>
              <DealPhotoField {...fields} stored={stored?.photo ?? null} language={writing} />
              <DealWordsFields {...fields} language={writing} onLanguage={setWriting} />
              <DealWhereFields {...fields} community={community} />
              <DealContactFields {...fields} />
              <DealDaysFields {...fields} />
              <DealInvitation {...fields} templates={templates} language={writing} onLanguage={setWriting} />
            </Card>
          </form>
        </div>
        <DealPreview
          draft={draft}
          photo={form.photo}
          stored={stored}
          category={categories.find(({ _id }) => _id === draft.categoryId) ?? null}
          community={community}
        />
      </div>
      <Acts>
        {saving && progress !== null && (
          <Progress
            label={t('dealwriting.sending')}
            value={progress}
            figure={t('dealwriting.sending.figure', { percent: Math.round(progress * 100) })}
          />
        )}
        {saving ? (
          <Button onClick={stop}>{t('dealwriting.stop')}</Button>
        ) : (
          <Button onClick={onLeave}>{t('dealwriting.cancel')}</Button>
        )}
        <Button type="submit" form={id} kind="primary" busy={saving}>
          {t('dealwriting.save')}
        </Button>
      </Acts>
    </Main>
  )
}

/** Tells the author about the state of the deal before they write. */
const Standing = ({ stored, waits }: { stored: Deal | null; waits: boolean }) => {
  const { t } = useText()
  const { state, refusal } = stored?.keeping ?? {}
  if (state === 'refused')
    return (
      <Notice icon="circle-alert">
        {t('dealwriting.refused.plain')}
        {refusal && (
          <>
            <br />
            {t('dealwriting.state.refused.text', { why: refusal })}
          </>
        )}
      </Notice>
    )
  if (state === 'waiting' || (!stored && waits))
    return (
      <Notice kind="calm" icon="info">
        {t('dealwriting.first')}
      </Notice>
    )
  return null
}
