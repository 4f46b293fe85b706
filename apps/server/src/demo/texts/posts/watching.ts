import { free, notice, video, type DemoPost } from './post.ts'

export const watching: DemoPost[] = [
  notice('video-finale', undefined, {
    fr: ['La finale de pétanque, pour les absents', 'Quatre minutes, dont deux de discussion autour du cochonnet.'],
    en: ['The pétanque final, for those who missed it', 'Four minutes, two of them spent arguing over the jack.'],
  }, { video: video('qT7tilleuls', 'petanque', 252, 'Finale des Tilleuls', 'The Les Tilleuls final'), answers: 'many' }),
  notice('video-compost', undefined, {
    fr: ['Le compost expliqué en trois minutes', 'Par Sylvain, du potager, qui a promis de ne pas faire de jeux de mots et n’a pas tenu.'],
    en: ['Compost in three minutes', 'By Sylvain of the vegetable garden, who promised not to make puns and failed.'],
  }, { video: video('c0mp0stTil1', 'vegetable-garden', 187, 'Un bon compost', 'Good compost'), answers: 'some' }),
  free('video-concert', {
    fr: ['Le concert du jardin, en entier', 'Avec l’accordéon qui part trop vite et le chien qui chante juste.'],
    en: ['The garden concert, all of it', 'Featuring an accordion that starts too fast and a dog that sings in tune.'],
  }, { video: video('M-jardin_20', 'music-evening', 1264, 'Concert au jardin', 'Concert in the garden'), answers: 'many', seasons: ['spring', 'summer', 'autumn'] }),
  free('video-neige', {
    fr: ['La descente en luge de l’allée nord', 'Filmée de la luge. Le cri est celui de mon frère.'],
    en: ['Sledging down the north path', 'Filmed from the sledge. That scream is my brother’s.'],
  }, { video: video('luge-NEIGE7', 'snow-courtyard', 48, 'Luge aux Tilleuls', 'Sledging at Les Tilleuls'), author: { from: 12, to: 30 }, answers: 'many', seasons: ['winter'] }),
  free('video-parapente', {
    fr: ['Le quartier vu d’en haut', 'On reconnaît le tilleul, la cour et quelqu’un qui étend son linge. Bonjour, madame.'],
    en: ['Our neighbourhood from above', 'You can make out the lime tree, the courtyard and someone hanging out the washing. Good morning, madam.'],
  }, { video: video('aerien_74xY', 'paragliders', 326, 'Les Tilleuls vus du ciel', 'Les Tilleuls from the sky'), answers: 'many' }),
]
