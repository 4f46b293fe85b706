import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { endToast } from '#web/ui/toasts.ts'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import typography from '#web/ui/typography.module.css'
import { AppealAnswerForm } from './components/AppealAnswerForm.tsx'
import { CaseContent } from './components/CaseContent.tsx'
import { CaseHistory } from './components/CaseHistory.tsx'
import { CaseReasons } from './components/CaseReasons.tsx'
import { CaseWaiting } from './components/CaseWaiting.tsx'
import { DecideForm } from './components/DecideForm.tsx'
import { WayOn } from './components/WayOn.tsx'
import { isGone } from './moderation.mutations.ts'
import { caseQuery } from './moderation.queries.ts'
import { DECIDED, wasGoneOnTo } from './next-case.ts'
import css from './CaseSheet.module.css'

export interface CaseSheetProps {
  id: string
  /** The viewer and their community: links can only lead to what is there. */
  reader: { _id: string; communityId: string; customUri: string }
  /** Slug of the community whose list the case is in; null in the list of all communities. */
  communityUri: string | null
  /** The list that the case is in. */
  back: Target
}

/** One moderation case: what was reported and why, past decisions, and the pending decision. */
export const CaseSheet = ({ id, reader, communityUri, back }: CaseSheetProps) => {
  const { t } = useText()
  const query = useQuery(caseQuery(id))
  const state = stateOf(query)
  const [isLost, setIsLost] = useState(() => wasGoneOnTo(id))
  if (state === 'failed' && !isLost) setIsLost(true)
  useEffect(() => endToast(DECIDED), [])
  if (isGone(query.error))
    return (
      <Card>
        <Empty
          picture="door"
          title={t('moderation.case.gone')}
          text={t('moderation.case.gone.text')}
          action={<ButtonLink {...back}>{t('moderation.case.all')}</ButtonLink>}
        />
      </Card>
    )
  return (
    <>
      {state === 'waiting' && <CaseWaiting />}
      {state === 'failed' && <Failed query={query} title={t('moderation.case.failed')} />}
      {state === 'stale' && <LastSeen query={query} />}
      {query.data && state !== 'failed' && (
        <Parts one={query.data} isLost={isLost} reader={reader} communityUri={communityUri} back={back} />
      )}
    </>
  )
}

const canBeDecided = ({ abilities: { decide, decideOnAppeal } }: ModerationCase) => decide.length > 0 || decideOnAppeal

interface PartsProps extends Omit<CaseSheetProps, 'id'> {
  one: ModerationCase
  /** The element that had the focus is gone: the link to this case, or the retry button. */
  isLost: boolean
}

const Parts = ({ one, isLost, reader, communityUri, back }: PartsProps) => {
  const { t } = useText()
  const [quicker, setQuicker] = useState(false)
  const [words, setWords] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  const history = useRef<HTMLHeadingElement>(null)
  const [acts, setActs] = useState(0)
  const act = (wasQuicker: boolean) => {
    setQuicker(wasQuicker)
    setActs(before => before + 1)
    if (!wasQuicker) setWords('')
  }
  // A change while the viewer is idle was made by a colleague. Own changes are handled by the answer of the mutation.
  const isActing = useIsMutating({ mutationKey: caseQuery(one._id).queryKey }) > 0
  const [last, setLast] = useState({ one, acts })
  if (!isActing && (last.one !== one || last.acts !== acts)) {
    setLast({ one, acts })
    const isByOther = last.acts === acts && canBeDecided(last.one) && !canBeDecided(one)
    if (isByOther && one.ruling?.by?._id !== reader._id) act(true)
  }
  useEffect(() => {
    if (isLost && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [isLost])
  const brought = useRef(0)
  useEffect(() => {
    if (acts === brought.current) return
    // The form is gone together with the focus, so the focus moves to the result and scrolls it into view.
    if (document.activeElement === document.body)
      (history.current ?? document.getElementById('main'))?.focus({ preventScroll: true })
    ;(notice.current ?? history.current)?.scrollIntoView({ block: 'start' })
    if (history.current) brought.current = acts
  }, [acts, one])
  const { decide, decideOnAppeal } = one.abilities
  const hooks = { onDone: () => act(false), onQuicker: () => act(true) }
  return (
    <div className={css.container}>
      <div className={css.columns}>
        <div className={css.column}>
          <CaseContent one={one} reader={reader} />
          <CaseReasons {...one} />
        </div>
        <div className={css.column}>
          {quicker && (
            <Card ref={notice} className={`${css.block} ${css.quicker}`}>
              <Notice icon="users">{t('moderation.quicker')}</Notice>
              {words.trim() && (
                <>
                  <p className={typography.meta}>{t('moderation.quicker.words')}</p>
                  <blockquote className={css.words} dir="auto">
                    <p>{words}</p>
                  </blockquote>
                </>
              )}
            </Card>
          )}
          <CaseHistory one={one} reader={reader} heading={history} {...hooks} />
          {decideOnAppeal && <AppealAnswerForm one={one} onWords={setWords} {...hooks} />}
          {acts > 0 && <WayOn id={one._id} reader={reader} communityUri={communityUri} back={back} />}
          {decide.length > 0 && <DecideForm key={one.reportedAt} one={one} onWords={setWords} {...hooks} />}
        </div>
      </div>
    </div>
  )
}
