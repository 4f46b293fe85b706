import type { InformationPlace } from '@parvis/contract/information.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { InlineError } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import edit from '../EditInformationView.module.css'
import { usePlaceMutations } from '../information.mutations.ts'
import { placesQuery } from '../information.queries.ts'
import { PlaceDialog } from './PlaceDialog.tsx'

/** Edits the places that members can choose for a post and that the information page lists. */
export const PlacesCard = ({ communityId }: { communityId: string }) => {
  const { t, language } = useText()
  const query = useQuery(placesQuery(communityId))
  const state = viewStateOf(query)
  const { save, remove } = usePlaceMutations(communityId)
  const [edited, setEdited] = useState<InformationPlace | 'new' | null>(null)
  const [placeToRemove, setPlaceToRemove] = useState<InformationPlace | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const nameOf = (place: InformationPlace) => textIn(language, place, 'name') ?? ''
  const places = query.data?.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), language))
  /** Moves the focus from a removed row to the next one, or else to the add button. */
  const moveFocus = (removedPlace: InformationPlace) => {
    const next = places?.[places.findIndex(({ _id }) => _id === removedPlace._id) + 1]
    const row = container.current?.querySelector(`[data-place="${removedPlace._id}"]`)
    const { activeElement } = document
    if (activeElement === document.body || row?.contains(activeElement))
      container.current
        ?.querySelector<HTMLElement>(next ? `[data-place="${next._id}"] button` : '[data-add] button')
        ?.focus()
  }
  if (state === 'waiting') return <SkeletonCard photo={false} silent />
  return (
    <Card as="section" aria-labelledby="ownplaces" className={edit.card}>
      <h2 id="ownplaces" className={edit.title}>
        {t('information.form.places')}
      </h2>
      {state === 'failed' ? (
        <InlineError text={t('information.form.places.failed')} onRetry={() => void query.refetch()} />
      ) : (
        <div ref={container} className={edit.through}>
          <p className={typography.meta}>
            {t(places?.length ? 'information.form.places.lead' : 'information.form.places.none')}
          </p>
          <ul className={edit.list}>
            {places?.map(place => (
              <li key={place._id} data-place={place._id}>
                <span dir="auto">
                  {nameOf(place)}
                  <small>{textIn(language, place, 'openingTime')}</small>
                </span>
                <IconButton
                  icon="pencil"
                  label={t('information.form.place.edit', { name: nameOf(place) })}
                  onClick={() => setEdited(place)}
                />
                <IconButton
                  icon="trash"
                  label={t('information.form.place.remove', { name: nameOf(place) })}
                  onClick={() => setPlaceToRemove(place)}
                />
              </li>
            ))}
          </ul>
          <div data-add>
            <Button size="s" icon="plus" onClick={() => setEdited('new')}>
              {t('information.form.place.add')}
            </Button>
          </div>
        </div>
      )}
      {edited && (
        <PlaceDialog
          place={edited === 'new' ? null : edited}
          isSaving={save.isPending}
          saveError={save.error}
          onSave={body =>
            save.mutate({ id: edited === 'new' ? null : edited._id, body }, { onSuccess: () => setEdited(null) })
          }
          onClose={() => {
            save.reset()
            setEdited(null)
          }}
        />
      )}
      {placeToRemove && (
        <ConfirmDialog
          title={t('information.form.place.remove', { name: nameOf(placeToRemove) })}
          text={t('information.form.place.remove.text')}
          confirmLabel={t('information.form.remove')}
          icon="trash"
          onConfirm={() => {
            remove.mutate(placeToRemove._id, { onSuccess: () => moveFocus(placeToRemove) })
            setPlaceToRemove(null)
          }}
          onClose={() => setPlaceToRemove(null)}
        />
      )}
    </Card>
  )
}
