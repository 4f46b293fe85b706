import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isNotFound } from '#web/kernel/http/api.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { closeToastsByCause } from '#web/ui/toasts.ts'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { AppealAnswerForm } from './components/AppealAnswerForm.tsx'
import { CaseContent } from './components/CaseContent.tsx'
import { CaseHistory } from './components/CaseHistory.tsx'
import { CaseReasons } from './components/CaseReasons.tsx'
import { CaseSkeleton } from './components/CaseSkeleton.tsx'
import { DecideForm } from './components/DecideForm.tsx'
import { NextCaseLinks } from './components/NextCaseLinks.tsx'
import { caseQuery } from './moderation.queries.ts'
import { DECISION_TOAST, isNextCase } from './next-case.ts'
import css from './CaseSheet.module.css'
import type { CaseSheetProps } from './case-sheet-props.ts'

/** One moderation case: what was reported and why, past decisions, and the pending decision. */
export const CaseSheet = ({ id, viewer, communityUri, back }: CaseSheetProps) => {
  const { t } = useText()
  const query = useQuery(caseQuery(id))
  const state = viewStateOf(query)
  const [hasLostFocus, setHasLostFocus] = useState(() => isNextCase(id))
  if (state === 'failed' && !hasLostFocus) setHasLostFocus(true)
  useEffect(() => closeToastsByCause(DECISION_TOAST), [])
  if (isNotFound(query.error))
    return (
      <Card>
        <EmptyState
          picture="door"
          title={t('moderation.case.gone')}
          text={t('moderation.case.gone.text')}
          action={<ButtonLink {...back}>{t('moderation.case.all')}</ButtonLink>}
        />
      </Card>
    )
  return (
    <>
      {state === 'waiting' && <CaseSkeleton />}
      {state === 'failed' && <LoadError query={query} title={t('moderation.case.failed')} />}
      {state === 'stale' && <LastUpdated query={query} />}
      {query.data && state !== 'failed' && (
        <CaseDetails
          moderationCase={query.data}
          hasLostFocus={hasLostFocus}
          viewer={viewer}
          communityUri={communityUri}
          back={back}
        />
      )}
    </>
  )
}

const canBeDecided = ({ abilities: { decide, decideOnAppeal } }: ModerationCase) => decide.length > 0 || decideOnAppeal

interface CaseDetailsProps extends Omit<CaseSheetProps, 'id'> {
  moderationCase: ModerationCase
  /** Whether the element that had the focus was removed: the link to this case, or the retry button. */
  hasLostFocus: boolean
}

const CaseDetails = ({ moderationCase, hasLostFocus, viewer, communityUri, back }: CaseDetailsProps) => {
  const { t } = useText()
  const [isAlreadyDecided, setIsAlreadyDecided] = useState(false)
  const [draftText, setDraftText] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  const historyHeading = useRef<HTMLHeadingElement>(null)
  const [actionCount, setActionCount] = useState(0)
  const handleAction = (wasByColleague: boolean) => {
    setIsAlreadyDecided(wasByColleague)
    setActionCount(before => before + 1)
    if (!wasByColleague) setDraftText('')
  }
  // A change of the case while no mutation runs was made by a colleague. The viewer's own decisions are handled by the
  // callbacks of the mutation.
  const isActing = useIsMutating({ mutationKey: caseQuery(moderationCase._id).queryKey }) > 0
  const [last, setLast] = useState({ moderationCase, actionCount })
  if (!isActing && (last.moderationCase !== moderationCase || last.actionCount !== actionCount)) {
    setLast({ moderationCase, actionCount })
    const isByOther =
      last.actionCount === actionCount && canBeDecided(last.moderationCase) && !canBeDecided(moderationCase)
    if (isByOther && moderationCase.ruling?.by?._id !== viewer._id) handleAction(true)
  }
  useEffect(() => {
    if (hasLostFocus && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [hasLostFocus])
  const handledCount = useRef(0)
  useEffect(() => {
    if (actionCount === handledCount.current) return
    // If the form that had the focus was removed, the focus moves to the result. The result is scrolled into view.
    if (document.activeElement === document.body)
      (historyHeading.current ?? document.getElementById('main'))?.focus({ preventScroll: true })
    ;(notice.current ?? historyHeading.current)?.scrollIntoView({ block: 'start' })
    if (historyHeading.current) handledCount.current = actionCount
  }, [actionCount, moderationCase])
  const { decide, decideOnAppeal } = moderationCase.abilities
  const callbacks = { onDone: () => handleAction(false), onAlreadyDecided: () => handleAction(true) }
  return (
    <div className={css.container}>
      <div className={css.columns}>
        <div className={css.column}>
          <CaseContent moderationCase={moderationCase} viewer={viewer} />
          <CaseReasons {...moderationCase} />
        </div>
        <div className={css.column}>
          {isAlreadyDecided && (
            <Card ref={notice} className={`${css.block} ${css.quicker}`}>
              <Notice icon="users">{t('moderation.quicker')}</Notice>
              {draftText.trim() && (
                <>
                  <p className={typography.meta}>{t('moderation.quicker.words')}</p>
                  <blockquote className={css.words} dir="auto">
                    <p>{draftText}</p>
                  </blockquote>
                </>
              )}
            </Card>
          )}
          <CaseHistory moderationCase={moderationCase} viewer={viewer} headingRef={historyHeading} {...callbacks} />
          {decideOnAppeal && (
            <AppealAnswerForm moderationCase={moderationCase} onTextChange={setDraftText} {...callbacks} />
          )}
          {actionCount > 0 && (
            <NextCaseLinks id={moderationCase._id} viewer={viewer} communityUri={communityUri} back={back} />
          )}
          {decide.length > 0 && (
            <DecideForm
              key={moderationCase.reportedAt}
              moderationCase={moderationCase}
              onTextChange={setDraftText}
              {...callbacks}
            />
          )}
        </div>
      </div>
    </div>
  )
}
