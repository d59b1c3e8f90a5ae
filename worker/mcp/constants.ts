/** Of one call. Larger lists are batches. */
export const MAX_NUMBERS = 50
/** Of a page of a batch's results, which a model reads. */
export const MAX_RESULTS = 100
