/** A model file that is missing, damaged or of another version. The message is a part of a sentence for the caller. */
export class ModelFileError extends Error {}
