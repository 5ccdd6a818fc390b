# Install and export rules (find_package(ferry), pkg-config) belong here.
