import { useMissingImage } from './use-missing-image.ts'

const VIEW_BOX = 32

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
