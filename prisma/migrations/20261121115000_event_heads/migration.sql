-- The live feed asks for the ends of several tenants' event logs at once. No more of them is shown than that.
GRANT SELECT ("eventSequence") ON "landscape_version" TO faultline_system;
