import { PROVIDER_SETTINGS, type ProviderSetting } from "./provider-settings.ts";

/** A provider's name in a sentence: the vendor's spelling, else the name it was configured under. */
export function providerTitle(name: string): string {
  const setting: ProviderSetting | undefined = PROVIDER_SETTINGS.find(
    ({ provider }) => provider === name,
  );
  return setting?.title ?? name;
}
