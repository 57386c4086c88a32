# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""A small U-Net and a data set of drawn shapes, all of it seeded."""

import torch
from torch import nn
import torch.nn.functional as F


def _block(inputs, outputs):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.ReLU(),
                         nn.Conv2d(outputs, outputs, 3, padding=1), nn.ReLU())


class UNet(nn.Module):
    """Two levels down by pooling, two up by bilinear interpolation."""

    def __init__(self, width=8):
        super().__init__()
        self.fine = _block(1, width)
        self.middle = _block(width, 2 * width)
        self.coarse = _block(2 * width, 2 * width)
        self.up_middle = _block(4 * width, width)
        self.up_fine = _block(2 * width, width)
        self.head = nn.Conv2d(width, 1, 1)

    def forward(self, image):
        fine = self.fine(image)
        middle = self.middle(F.max_pool2d(fine, 2))
        coarse = self.coarse(F.max_pool2d(middle, 2))
        up = self.up_middle(torch.cat([_upsampled(coarse, middle), middle], 1))
        up = self.up_fine(torch.cat([_upsampled(up, fine), fine], 1))
        return self.head(up)


def _upsampled(image, like):
    return F.interpolate(image, size=like.shape[2:], mode="bilinear",
                         align_corners=False)


def shapes(count, size, seed):
    """`count` noisy images of a disc and a rectangle, and the disc's mask."""
    random = torch.Generator().manual_seed(seed)
    place = torch.rand(count, 4, 1, 1, generator=random) * size
    radius = (0.1 + 0.2 * torch.rand(count, 1, 1, generator=random)) * size
    y, x = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    disc = (y - place[:, 0])**2 + (x - place[:, 1])**2 < radius**2
    rectangle = (abs(y - place[:, 2]) < radius) & (abs(x - place[:, 3]) <
                                                   radius / 2)
    noise = torch.randn(count, size, size, generator=random)
    image = disc.float() + rectangle.float() + 0.2 * noise
    return image[:, None], disc.float()[:, None]
