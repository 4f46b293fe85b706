import { Haptics, ImpactStyle } from '@capacitor/haptics'

/** An answer is felt under the finger; a phone that cannot says nothing. */
export const feelAnswer = (): Promise<void> => Haptics.impact({ style: ImpactStyle.Light }).catch(() => {})
