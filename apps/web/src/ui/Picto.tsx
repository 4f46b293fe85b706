import { useMissingImage } from './missing-image.ts'

const VIEW_BOX = 32

/** A pictogram in colour, by its name in the open set that templates choose from. It fills what holds it. */
export const Picto = ({ name }: { name: string }) => {
  const { missing, onError } = useMissingImage(name)
  return missing ? null : (
    <img
      src={`/media/picto/${name}.svg`}
      alt=""
      width={VIEW_BOX}
      height={VIEW_BOX}
      loading="lazy"
      fetchPriority="low"
      decoding="async"
      onError={onError}
    />
  )
}
